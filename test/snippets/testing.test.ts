import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sandboxCommand } from "../../server/cli/sandbox.ts";
import { readScript } from "../../server/sandbox/script.ts";
import { callCommand } from "../support/command.ts";
import { startSandbox } from "../support/sandbox.ts";

/** The printed tests themselves run in projects of their own: `test/full/printed-tests.test.ts`. */
const SCRIPT = fileURLToPath(new URL("../../src/snippets/testing/script.json", import.meta.url));

test("the example of a script does what it says", async () => {
  const { steps, ...script } = JSON.parse(await readFile(SCRIPT, "utf8"));
  const sandbox = await startSandbox({ script });
  expect(readScript(JSON.stringify({ steps })).steps).toHaveLength(5);
  const env = { SANDBOX_CONTROL: sandbox.controlUrl };
  const run = await callCommand(sandboxCommand, ["run", SCRIPT], env);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect((await sandbox.state()).rate).toBe(10);
  const [entry] = await sandbox.read("/embed/baccarat/api/results?limit=1");
  expect(entry).toMatchObject({ result: "tie" });
});
