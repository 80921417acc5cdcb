import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sandboxCommand } from "../../server/cli/sandbox.ts";
import { readScript } from "../../server/sandbox/script.ts";
import { shellOptions } from "../support/chromium-options.ts";
import { callCommand } from "../support/command.ts";
import { isFull } from "../support/effort.ts";
import { startSandbox } from "../support/sandbox.ts";
import { tempFolder } from "../support/temp-store.ts";
import { runToEnd } from "./program.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const EXAMPLES = join(ROOT, "src/snippets/testing");

/** The examples in a project of their own, as a reader copies them. */
async function project(setupFiles: readonly string[] = []): Promise<string> {
  const folder = await tempFolder();
  await cp(EXAMPLES, folder, { recursive: true });
  for (const library of ["settle.php", "settle.py"]) {
    await cp(join(ROOT, "src/snippets/settle", library), join(folder, library));
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  // The library that Playwright is without its browsers.
  const file = join(folder, "page.test.mjs");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace('"playwright"', '"playwright-core"'));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  // Nobody has installed the package here.
  const kit = JSON.stringify(`${ROOT}src/kit$1.ts`);
  const starter = JSON.stringify(`${ROOT}server/cli/start-sandbox.ts`);
  const config = `export default {
    test: { setupFiles: ${JSON.stringify(setupFiles)} },
    resolve: { alias: [
      { find: "tableside-sandbox", replacement: ${starter} },
      { find: /^tableside(.*)$/, replacement: ${kit} },
    ] },
  };`;
  await writeFile(join(folder, "vitest.config.mjs"), config);
  return folder;
}

const VITEST = [process.execPath, "node_modules/vitest/vitest.mjs", "run"];
/** A busy machine takes longer than Vitest gives by itself. */
const PATIENTLY = ["--testTimeout=200000", "--hookTimeout=200000"];

test.each([
  ["Vitest", [...VITEST, "tie", ...PATIENTLY], "4 passed"],
  ["PHPUnit", ["phpunit", "TieTest.php"], "OK (1 test, 2 assertions)"],
  ["pytest", ["/usr/bin/pytest-3", "-q", "-p", "no:cacheprovider"], "1 passed"],
])("the examples for %s run against a sandbox as they stand", async (_, command, passed) => {
  const sandbox = await startSandbox();
  const env = { SANDBOX_CONTROL: sandbox.controlUrl };
  const { code, output } = await runToEnd(command, env, await project());
  expect(output).toContain(passed);
  expect(code).toBe(0);
});

test("with the setup for Vitest each test file runs against a sandbox of its own", async () => {
  // Each file starts a test runner, a service and a sandbox: all three of them only in the full run.
  const files = ["trouble", "page", ...(isFull ? ["webhooks"] : [])];
  const env = { CHROMIUM: shellOptions.executablePath };
  const command = [...VITEST, "--pool=threads", ...files, ...PATIENTLY];
  const { code, output } = await runToEnd(command, env, await project(["./setup.mjs"]));
  expect(output).toContain(`${3 * files.length} passed`);
  expect(code).toBe(0);
});

test("the example of a script does what it says", async () => {
  const { steps, ...script } = JSON.parse(await readFile(join(EXAMPLES, "script.json"), "utf8"));
  const sandbox = await startSandbox({ script });
  expect(readScript(JSON.stringify({ steps })).steps).toHaveLength(5);
  const env = { SANDBOX_CONTROL: sandbox.controlUrl };
  const run = await callCommand(sandboxCommand, ["run", join(EXAMPLES, "script.json")], env);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect((await sandbox.state()).rate).toBe(10);
  const [entry] = await sandbox.read("/embed/baccarat/api/results?limit=1");
  expect(entry).toMatchObject({ result: "tie" });
});
