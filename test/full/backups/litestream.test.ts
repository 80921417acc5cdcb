import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, glob } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keysCommand } from "../../../server/cli/keys.ts";
import { someBuild } from "../../support/build.ts";
import { callCommand, succeeded } from "../../support/command.ts";
import { eventually } from "../../support/eventually.ts";
import { freshProject, INSTALL } from "../../support/fresh-project.ts";
import { programEnv } from "../../support/program-env.ts";
import { startServer } from "../../support/server-process.ts";
import { tempFolder } from "../../support/temp-store.ts";

/**
 * The program itself: what npm starts in its place would leave it running. It is installed here since the registry
 * has it for few machines, and no lock file may name packages that do not exist.
 */
async function installLitestream(): Promise<string> {
  const project = await freshProject();
  const name = `@flydotio/litestream-${process.platform}-${process.arch}`;
  await project.call("npm", ...INSTALL, `${name}@1.0.1`);
  return join(project.root, "node_modules", name, "litestream");
}

/** Runs Litestream; what is given ends it, and resolves with its exit code. */
function run(program: string, ...args: string[]): { ended: Promise<number | null>; stop(): void } {
  const child = spawn(program, args, { env: programEnv, stdio: "ignore" });
  const ended = once(child, "close").then(() => child.exitCode);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { ended, stop: () => child.kill("SIGTERM") };
}

async function copiedParts(replica: string): Promise<number> {
  let parts = 0;
  for await (const _ of glob(`${replica}/generations/*/wal/*`)) {
    parts += 1;
  }
  return parts;
}

async function labels(DATA_DIR: string): Promise<string[]> {
  const { stdout } = succeeded(await callCommand(keysCommand, ["list", "--json"], { DATA_DIR }));
  return (JSON.parse(stdout) as { label: string }[]).map(({ label }) => label);
}

test("beside a running service Litestream brings the database back as it was at a time, and at last", async () => {
  await someBuild();
  const program = await installLitestream();
  const server = await startServer({ DEMO: "off" });
  const file = join(server.dataDir, "tableside.sqlite");
  const url = `file://${join(await tempFolder(), "replica")}`;
  const replica = url.slice("file://".length);
  const copying = run(program, "replicate", file, url);
  await eventually(async () => (await copiedParts(replica)) > 0);
  const issue = async (label: string) => {
    const args = ["issue", "--label", label, "--days", "30"];
    succeeded(await callCommand(keysCommand, args, { DATA_DIR: server.dataDir }));
    // The next part may have been begun before; the one after it was not. Heartbeats see to both.
    const parts = await copiedParts(replica);
    await eventually(async () => (await copiedParts(replica)) > parts + 1);
  };
  await issue("before");
  const between = new Date().toISOString();
  await issue("after");
  // A copier that holds the file open is no fault of the store's.
  expect(await (await fetch(`${server.address}/healthz`)).json()).toMatchObject({ status: "ok" });
  server.child.kill("SIGTERM");
  expect(await server.ended()).toBe(0);
  copying.stop();
  await copying.ended;

  const restore = async (...at: string[]) => {
    const folder = await tempFolder();
    const restored = join(folder, "tableside.sqlite");
    expect(await run(program, "restore", ...at, "-o", restored, url).ended).toBe(0);
    await chmod(restored, 0o600);
    for (const name of ["secret", "signing-key", "signed-headers.ndjson"]) {
      await copyFile(join(server.dataDir, name), join(folder, name));
    }
    return folder;
  };
  expect(await labels(await restore("-timestamp", between))).toEqual(["before"]);
  const latest = await restore();
  expect((await labels(latest)).toSorted()).toEqual(["after", "before"]);
  const again = await startServer({ DEMO: "off", DATA_DIR: latest });
  expect(await (await fetch(`${again.address}/healthz`)).json()).toMatchObject({ status: "ok" });
});
