import { describe, expect, test } from "vitest";
import { startService, withStoreOf } from "../../support/service.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../../support/visitor.ts";

describe("account security", () => {
  test("an account can end only its own sessions", async () => {
    const service = await startService();
    const here = await signedInVisitor(service);
    const there = newVisitor(service);
    const credentials = { email: "ann@operator.example", password: PASSWORD };
    await there.send("dashboard", "/account/sign-in/", credentials);
    const eve = await signedInVisitor(service, "eve@operator.example");
    const { data } = await here.see("security", "/account/security/");
    const other = data.sessions.find(({ isThis }) => !isThis);
    await eve.post("/account/sessions/", { session: other?.id ?? "" });
    expect((await there.get("/account/")).status).toBe(200);
    await here.post("/account/sessions/", { session: other?.id ?? "" });
    expect((await there.get("/account/")).status).toBe(303);
    expect((await here.get("/account/")).status).toBe(200);
  });

  // After a restore, the owner finds the accounts to delete again in the log.
  test("an account's deletion is logged with only its number", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const { id } = await withStoreOf(service.dataDir, ({ db }) =>
      db.selectFrom("account_user").select("id").executeTakeFirstOrThrow(),
    );
    await ann.post("/account/delete/", { password: PASSWORD });
    const lines = service.log.filter((line) => line.includes("account deleted"));
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { time: expect.any(String), event: "account deleted", account: id },
    ]);
  });
});
