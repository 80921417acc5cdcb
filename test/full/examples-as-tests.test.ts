import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import about from "../../package.json" with { type: "json" };
import { freshProject, INSTALL } from "../support/fresh-project.ts";
import type { FreshProject } from "../support/fresh-project.ts";
import { packedKit as kit } from "../support/packed-kit.ts";
import { programEnv } from "../support/program-env.ts";

/* Runs the docs' tests as a reader copies them, with the published packages and each language's own test runner. */

const SANDBOX = fileURLToPath(new URL("../../dist/tableside-sandbox.tgz", import.meta.url));

/** A project with the sandbox package's example in a folder, copied as in the docs. */
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

test("the docs' JavaScript tests pass", async () => {
  const { call } = await project("node", { CHROMIUM: "/usr/bin/chromium" });
  const { vitest, "playwright-core": playwright } = about.devDependencies;
  await call("npm", ...INSTALL, "-D", `vitest@${vitest}`, `playwright@${playwright}`, kit.tarball);
  // Longer than usual, for a slow machine.
  const slow = ["--testTimeout", "200000", "--hookTimeout", "200000"];
  const run = ["npx", "vitest", "run", ...slow, "--root", "tableside-test"] as const;
  expect(await call(...run, "tie")).toContain("4 passed");
  expect(await call(...run)).toContain("12 passed");
});

test("the docs' PHP test passes", async () => {
  const { call } = await project("php", {});
  const ran = await call("phpunit", "tableside-test/TieTest.php");
  expect(ran).toContain("OK (1 test, 2 assertions)");
});

test("the docs' Python test passes", async () => {
  const { call } = await project("python", {});
  expect(await call("pytest-3", "-q", "tableside-test")).toContain("1 passed");
});

/** Starts the package's sandbox, as in the docs. Returns the variables that the tests read. */
async function startSandbox() {
  const { root, call } = await freshProject();
  await call("npm", ...INSTALL, "-D", SANDBOX);
  const program = join(root, "node_modules/.bin/tableside-sandbox");
  const child = spawn(program, ["start", "--port", "0", "--control-port", "0", "--json"], {
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
