import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import about from "../../package.json" with { type: "json" };
import { freshProject, INSTALL } from "../support/fresh-project.ts";
import type { FreshProject } from "../support/fresh-project.ts";
import { packedKit as kit } from "../support/packed-kit.ts";
import { startPackedSandbox } from "../support/packed-sandbox.ts";

/*
 * Runs the tests of the docs in their own projects: the files as a reader copies them, the packages as published,
 * and test runners from the registry and from Debian.
 */

const SANDBOX = fileURLToPath(new URL("../../dist/tableside-sandbox.tgz", import.meta.url));

/** A project with the example of the sandbox's package in a folder, as the docs copy it. */
async function project(
  language: string,
  env: Readonly<Record<string, string>>,
): Promise<FreshProject> {
  const fresh = await freshProject({ ...env, ...(await startSandbox()) });
  await fresh.call("npm", ...INSTALL, "-D", SANDBOX);
  const example = `node_modules/tableside-sandbox/example/${language}`;
  await fresh.call("cp", "-r", example, "tableside-test");
  return fresh;
}

test("the JavaScript tests of the docs pass", async () => {
  const { call } = await project("node", { CHROMIUM: "/usr/bin/chromium" });
  const { vitest, "playwright-core": playwright } = about.devDependencies;
  await call("npm", ...INSTALL, "-D", `vitest@${vitest}`, `playwright@${playwright}`, kit.tarball);
  // Longer than usual, for a slow machine.
  const slow = ["--testTimeout", "200000", "--hookTimeout", "200000"];
  const run = ["npx", "vitest", "run", ...slow, "--root", "tableside-test"] as const;
  expect(await call(...run, "tie")).toContain("4 passed");
  expect(await call(...run)).toContain("12 passed");
});

test("the PHP test of the docs passes", async () => {
  const { call } = await project("php", {});
  const ran = await call("phpunit", "tableside-test/TieTest.php");
  expect(ran).toContain("OK (1 test, 2 assertions)");
});

test("the Python test of the docs passes", async () => {
  const { call } = await project("python", {});
  expect(await call("pytest-3", "-q", "tableside-test")).toContain("1 passed");
});

/** Returns the variables that the tests read. */
async function startSandbox() {
  const { url, controlUrl } = await startPackedSandbox(SANDBOX);
  return { TABLESIDE_URL: url, SANDBOX_CONTROL: controlUrl };
}
