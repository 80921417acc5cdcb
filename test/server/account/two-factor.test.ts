import { expect, test } from "vitest";
import { codeAt } from "../../support/one-time-codes.ts";
import { readQr } from "../../support/read-qr.ts";
import { auditOf, startService } from "../../support/service.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../../support/visitor.ts";
import type { Visitor } from "../../support/visitor.ts";

const EMAIL = "ann@operator.example";

/** The code that an app shows, since the library uses the machine's clock; `away` half-minute periods from now. */
const codeOf = (secret: string, away = 0) => codeAt(secret, Date.now(), away);

const typePassword = (visitor: Visitor) =>
  visitor.send("sign-in-code", "/account/sign-in/", { email: EMAIL, password: PASSWORD });

test("an account signs in with the second factor that it has set up", async () => {
  const service = await startService();
  const ann = await signedInVisitor(service);
  expect((await ann.see("security", "/account/security/")).data.recoveryCodesLeft).toBeNull();
  const { data } = await ann.send("two-factor", "/account/two-factor/");
  const uri = new URL(readQr(data.qr) ?? "");
  expect(uri.searchParams.get("secret")).toBe(data.secret);
  const wrong = await ann.send("two-factor", "/account/two-factor/on/", { code: "000000" });
  // The secret is unchanged, so nothing needs to be scanned again.
  expect(wrong).toMatchObject({ shell: { notice: { code: "wrong_code" } }, data });
  const fields = { code: ` ${codeOf(data.secret).replace(/.../, "$& ")}` };
  const done = await ann.send("recovery-codes", "/account/two-factor/on/", fields);
  expect(done.shell.notice).toEqual({ code: "second_factor_on" });
  expect(done.data.codes).toHaveLength(10);

  await ann.post("/account/sign-out/");
  const asked = await typePassword(ann);
  expect(asked.shell.email).toBeNull();
  expect((await ann.get("/account/")).headers.get("location")).toBe("/account/sign-in/");
  const again = await ann.send("sign-in-code", "/account/sign-in/code/", { code: "000000" });
  expect(again.shell.notice).toEqual({ code: "wrong_code" });
  const code = codeOf(data.secret, 1);
  const back = await ann.send("dashboard", "/account/sign-in/code/", { code });
  expect(back.shell.email).toBe(EMAIL);
  // The code page requires the right password first.
  expect((await ann.get("/account/sign-in/code/")).headers.get("location")).toBe(
    "/account/sign-in/",
  );
  const entries = await auditOf(service);
  const on = entries.filter(({ action }) => action === "second_factor_on");
  expect(on).toMatchObject([{ detail: "{}", unmailed: 1 }]);
  // The browser is already known.
  expect(entries.filter(({ action }) => action === "signed_in")).toHaveLength(2);
});

test("the account holder gets an email when a recovery code signs in", async () => {
  const service = await startService();
  const ann = await signedInVisitor(service);
  const { secret } = (await ann.send("two-factor", "/account/two-factor/")).data;
  const first = { code: codeOf(secret) };
  const { codes } = (await ann.send("recovery-codes", "/account/two-factor/on/", first)).data;
  const phone = newVisitor(service);
  await typePassword(phone);
  const fields = { code: codes[0] ?? "" };
  const page = await phone.send("dashboard", "/account/sign-in/code/", fields);
  expect(page.shell.email).toBe(EMAIL);
  const told = (await auditOf(service)).filter(({ unmailed }) => unmailed === 1);
  expect(told.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["second_factor_on", "recovery_code_used", "signed_in_elsewhere"]),
  );
  expect(told.find(({ action }) => action === "recovery_code_used")?.detail).toContain("address");
  expect((await phone.see("security", "/account/security/")).data.recoveryCodesLeft).toBe(9);
});

test("an unconfirmed secret is hidden until the password is entered again", async () => {
  const ann = await signedInVisitor(await startService());
  await ann.post("/account/two-factor/");
  ann.cookies.delete("tableside.fresh");
  const response = await ann.get("/account/two-factor/");
  expect(response.headers.get("location")).toBe("/account/security/#second-factor");
});
