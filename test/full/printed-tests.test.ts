import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import about from "../../package.json" with { type: "json" };
import { freshProject, INSTALL } from "../support/fresh-project.ts";
import type { FreshProject } from "../support/fresh-project.ts";
import { packedKit as kit } from "../support/packed-kit.ts";
import { startPackedSandbox } from "../support/packed-sandbox.ts";

/*
 * Runs the tests that the docs print in their own projects: the files as a reader copies them, the package as
 * published, and test runners from the registry and from Debian.
 */

const SNIPPETS = fileURLToPath(new URL("../../src/snippets/", import.meta.url));
const SANDBOX = fileURLToPath(new URL("../../dist/tableside-sandbox.tgz", import.meta.url));

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

/** Returns the variables that the tests read. */
async function startSandbox() {
  const { url, controlUrl } = await startPackedSandbox(SANDBOX);
  return { TABLESIDE_URL: url, SANDBOX_CONTROL: controlUrl };
}
