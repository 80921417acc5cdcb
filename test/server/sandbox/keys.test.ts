import { expect, test } from "vitest";
import { newKeyText } from "../../../server/access/key-text.ts";
import { startSandbox } from "../../support/sandbox.ts";

const AS_JSON = { headers: { accept: "application/json" } };

test("a sandbox rejects live keys", async () => {
  const sandbox = await startSandbox();
  const { keys } = await sandbox.state();
  const ask = (key: string) => fetch(`${sandbox.url}/embed/baccarat/?key=${key}`, AS_JSON);
  const responses = [keys.good, keys.expired, keys.revoked, newKeyText()].map(async (key) => {
    const response = await ask(key);
    const problem = response.ok ? { code: "none" } : ((await response.json()) as { code: string });
    return [response.status, problem.code];
  });
  expect(await Promise.all(responses)).toEqual([
    [200, "none"],
    [401, "key_expired"],
    [401, "key_invalid"],
    [401, "key_of_other_mode"],
  ]);
  for (const key of Object.values(keys)) {
    expect(key).toMatch(/^tbs_test_/);
  }
});

test("a key issued for a day ends after a day on the sandbox clock", async () => {
  const sandbox = await startSandbox();
  const { key } = await sandbox.tell({ do: "key", days: 1 });
  const ask = async () => (await fetch(`${sandbox.url}/embed/baccarat/?key=${key}`)).status;
  await sandbox.tell({ do: "move", to: "2026-07-02T11:59:00Z" });
  expect(await ask()).toBe(200);
  await sandbox.tell({ do: "move", to: "2026-07-02T12:00:00Z" });
  expect(await ask()).toBe(401);
});
