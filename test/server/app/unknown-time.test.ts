/* Cause: a server that did not know the time told a paying site that its subscription had ended. */
import { expect, test } from "vitest";
import { writeRevealedUntil } from "../../support/revealed-until.ts";
import { issueKey, NOW_MS, startService, withStoreOf } from "../../support/service.ts";
import { newVisitor } from "../../support/visitor.ts";

const DAY_MS = 86_400_000;

async function startWithoutTime() {
  const before = await startService();
  const { dataDir } = before;
  await withStoreOf(dataDir, (store) => writeRevealedUntil(store, NOW_MS + DAY_MS));
  const { keyText: expired } = await issueKey(before, { endsAtMs: NOW_MS - DAY_MS });
  const service = await startService({ env: { DATA_DIR: dataDir }, isJudged: true });
  return { service, expired };
}

test("a server that does not know the time neither reports keys as expired nor accepts forms", async () => {
  const { service, expired } = await startWithoutTime();
  const embed = await service.ask(`/embed/baccarat/?key=${expired}`);
  expect([embed.status, embed.headers.get("retry-after")]).toEqual([503, "5"]);
  expect((await service.ask("/embed/baccarat/")).status).toBe(401);
  expect((await service.ask("/embed/nothing/")).status).toBe(404);
  const form = await newVisitor(service).post("/account/sign-in/", { email: "a@b.example" });
  expect(form.status).toBe(503);
  expect(await form.text()).toContain("cannot accept forms");
});
