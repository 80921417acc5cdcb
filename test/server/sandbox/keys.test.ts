import { expect, test } from "vitest";
import { newKeyText } from "../../../server/access/key-text.ts";
import { NOON, startSandbox } from "../../support/sandbox.ts";
import { sharedService } from "../../support/service.ts";

const service = sharedService();
const AS_JSON = { headers: { accept: "application/json" } };

test("a real service refuses a test key and says what to use", async () => {
  const refused = await service().ask(`/embed/baccarat/?key=${newKeyText("test")}`, AS_JSON);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({
    title: "Unauthorized",
    code: "key_of_other_mode",
    detail: expect.stringContaining("Use a live key (tbs_live_…) here."),
  });
});

test("a sandbox takes its test keys, and tells a live key to stay out of tests", async () => {
  const sandbox = await startSandbox();
  const { keys } = await sandbox.state();
  const ask = (key: string) => fetch(`${sandbox.url}/embed/baccarat/?key=${key}`, AS_JSON);
  const answers = [keys.good, keys.expired, keys.revoked, newKeyText()].map(async (key) => {
    const answer = await ask(key);
    const problem = answer.ok ? { code: "none" } : ((await answer.json()) as { code: string });
    return [answer.status, problem.code];
  });
  expect(await Promise.all(answers)).toEqual([
    [200, "none"],
    [401, "key_expired"],
    [401, "key_invalid"],
    [401, "key_of_other_mode"],
  ]);
  for (const key of Object.values(keys)) {
    expect(key).toMatch(/^tbs_test_/);
  }
});

test("a key issued for a day ends with the day of the sandbox's clock", async () => {
  const sandbox = await startSandbox();
  const { key } = await sandbox.tell({ do: "key", days: 1 });
  const ask = async () => (await fetch(`${sandbox.url}/embed/baccarat/?key=${key}`)).status;
  expect(await ask()).toBe(200);
  await sandbox.tell({ do: "move", to: "2026-07-02T12:00:00Z" });
  expect(await ask()).toBe(401);
});

test("every page and table of a sandbox says what it is; those of a service do not", async () => {
  const sandbox = await startSandbox({ script: NOON });
  const { keys } = await sandbox.state();
  for (const path of ["/", "/verify/"]) {
    expect(await (await fetch(sandbox.url + path)).text()).toContain("SANDBOX: these rounds");
    expect(await (await service().ask(path)).text()).not.toContain("SANDBOX");
  }
  const table = await (await fetch(`${sandbox.url}/embed/baccarat/?key=${keys.good}`)).text();
  expect(table).toContain('<p class="sandbox" lang="en">Sandbox</p>');
  expect(await sandbox.read("/embed/baccarat/api/schedule")).toHaveProperty("sandbox", true);
  expect(await service().read("/embed/baccarat/api/schedule")).not.toHaveProperty("sandbox");
});
