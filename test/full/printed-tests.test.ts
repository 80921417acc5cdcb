import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import about from "../../package.json" with { type: "json" };
import { freshProject, INSTALL } from "../support/fresh-project.ts";
import type { FreshProject } from "../support/fresh-project.ts";
import { packedKit as kit } from "../support/packed-kit.ts";
import { programEnv } from "../support/program-env.ts";

/*
 * Runs the tests that the docs print in their own projects: the files as a reader copies them, the package as
 * published, and test runners from the registry and from Debian.
 */

const SNIPPETS = fileURLToPath(new URL("../../src/snippets/", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../server/cli/sandbox.ts", import.meta.url));

/** A project with some files of the docs, each in its place. */
async function project(
  files: Readonly<Record<string, string>>,
  env?: Readonly<Record<string, string>>,
): Promise<FreshProject> {
  const fresh = await freshProject(env);
  await writeFile(join(fresh.root, "package.json"), '{ "type": "module", "private": true }');
  for (const [from, to] of Object.entries(files)) {
    await cp(join(SNIPPETS, from), join(fresh.root, to), { recursive: true });
  }
  return fresh;
}

test("the JavaScript tests printed in the docs pass", async () => {
  const env = { CHROMIUM: "/usr/bin/chromium", ...(await startSandbox()) };
  const { root, call } = await project({ payouts: "." }, env);
  const { vitest, "playwright-core": playwright } = about.devDependencies;
  await call("npm", ...INSTALL, kit.tarball);
  await call("npm", ...INSTALL, "-D", `vitest@${vitest}`, `playwright@${playwright}`);
  const config = `export default {
    test: { fileParallelism: false, testTimeout: 200_000, hookTimeout: 200_000 },
  };`;
  await writeFile(join(root, "vitest.config.mjs"), config);
  expect(await call("npx", "vitest", "run")).toContain("12 passed");
});

test("the PHP tests printed in the docs pass", async () => {
  const files = {
    "payouts/TieTest.php": "TieTest.php",
    "../../public/v1/settle.php": "settle.php",
  };
  const { call } = await project(files, await startSandbox());
  expect(await call("phpunit", "TieTest.php")).toContain("OK (1 test, 2 assertions)");
});

test("the Python tests printed in the docs pass", async () => {
  const files = { "payouts/test_tie.py": "test_tie.py", "../../public/v1/settle.py": "settle.py" };
  const { call } = await project(files, await startSandbox());
  expect(await call("pytest-3", "-q")).toContain("1 passed");
});

/** Starts a sandbox as the docs say, until the end of the test. Returns the variables that tests read. */
async function startSandbox() {
  const args = [PROGRAM, "start", "--port", "0", "--control-port", "0", "--json"];
  const child = spawn(process.execPath, args, {
    env: programEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill();
    await closed;
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { url, controlUrl } = JSON.parse(line) as Record<"url" | "controlUrl", string>;
  return { TABLESIDE_URL: url, SANDBOX_CONTROL: controlUrl };
}
