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
import { packedKit as kit, packedSandbox } from "../support/packed-kit.ts";
import { programEnv } from "../support/program-env.ts";

/*
 * The tests that the docs print, in projects of their own: the files as a reader copies them, both packages as
 * they are published, and the runners of the registry and of Debian.
 */

const SNIPPETS = fileURLToPath(new URL("../../src/snippets/", import.meta.url));
const sandbox = packedSandbox();

/** A project with some files of the docs, each at its place, and the package that is a sandbox. */
async function project(
  files: Readonly<Record<string, string>>,
  env?: Readonly<Record<string, string>>,
): Promise<FreshProject> {
  const fresh = await freshProject(env);
  await writeFile(join(fresh.root, "package.json"), '{ "type": "module", "private": true }');
  for (const [from, to] of Object.entries(files)) {
    await cp(join(SNIPPETS, from), join(fresh.root, to), { recursive: true });
  }
  await fresh.call("npm", ...INSTALL, "-D", sandbox());
  return fresh;
}

test("Vitest and Playwright: every file with a sandbox of its own", async () => {
  const { root, call } = await project({ testing: "." }, { CHROMIUM: "/usr/bin/chromium" });
  const { vitest, "playwright-core": playwright } = about.devDependencies;
  await call("npm", ...INSTALL, kit.tarball);
  await call("npm", ...INSTALL, "-D", `vitest@${vitest}`, `playwright@${playwright}`);
  const config = `export default {
    test: { setupFiles: ["./setup.mjs"], testTimeout: 200_000, hookTimeout: 200_000 },
  };`;
  await writeFile(join(root, "vitest.config.mjs"), config);
  expect(await call("npx", "vitest", "run")).toContain("13 passed");
});

test("PHPUnit, against a sandbox that was started as a child", async () => {
  const { root, call } = await project({
    "testing/TieTest.php": "TieTest.php",
    "settle/settle.php": "settle.php",
  });
  const control = await startWithNpx(root);
  expect(await call("env", control, "phpunit", "TieTest.php")).toContain(
    "OK (1 test, 2 assertions)",
  );
});

test("pytest, likewise", async () => {
  const { root, call } = await project({
    "testing/test_tie.py": "test_tie.py",
    "settle/settle.py": "settle.py",
  });
  const control = await startWithNpx(root);
  expect(await call("env", control, "pytest-3", "-q")).toContain("1 passed");
});

/** As the docs say for other languages. Gives the setting by which tests find it, NAME=VALUE. */
async function startWithNpx(root: string): Promise<string> {
  const args = ["--port", "0", "--control-port", "0", "--json", "--end-with-stdin"];
  const child = spawn("npx", ["tableside-sandbox", ...args], {
    cwd: root,
    // Of npm's own warnings, none.
    env: { ...programEnv, npm_config_loglevel: "error" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.stdin.end();
    await closed;
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return `SANDBOX_CONTROL=${(JSON.parse(line) as { controlUrl: string }).controlUrl}`;
}
