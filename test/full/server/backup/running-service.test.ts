// Cause: what the other commands refuse, these three did: with the file of a running service deleted or replaced,
// `backup` kept the wrong one, `move` moved it, and `restore` put one beside it, all with "done".
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { backupCommand } from "../../../../server/cli/backup.ts";
import { moveCommand } from "../../../../server/cli/move.ts";
import { restoreCommand } from "../../../../server/cli/restore.ts";
import { keepMark } from "../../../../server/store/server-marks.ts";
import { backedUpService } from "../../../support/backed-up-service.ts";
import { someBuild } from "../../../support/build.ts";
import { callCommand, refusal, succeeded } from "../../../support/command.ts";
import { startServer } from "../../../support/server-process.ts";
import type { ServerProcess } from "../../../support/server-process.ts";
import { tempFolder } from "../../../support/temp-store.ts";

beforeAll(someBuild, 600_000);

const LOST =
  /^Nothing was done: the service that runs here \(process \d+\) has lost its database\./;

/** A server that was backed up while it ran. */
async function backedUpServer(): Promise<{ server: ServerProcess; backup: string }> {
  const server = await startServer({ PORTAL: "off" });
  const backup = join(await tempFolder(), "b");
  succeeded(await callCommand(backupCommand, [backup], { DATA_DIR: server.dataDir }));
  return { server, backup };
}

/** Moves a database away, and all that SQLite keeps beside it. */
async function moveAway(dataDir: string): Promise<void> {
  const away = await tempFolder();
  for (const name of await readdir(dataDir)) {
    if (name.startsWith("tableside.sqlite")) {
      await rename(join(dataDir, name), join(away, name));
    }
  }
}

describe("beside a running service", () => {
  test("its lost database is neither restored, nor backed up, nor moved, before it is stopped", async () => {
    const { server, backup } = await backedUpServer();
    const env = { DATA_DIR: server.dataDir };
    await moveAway(server.dataDir);
    const target = ["--to", "postgres://u:p@127.0.0.1:1/x", "--settings", "/nowhere/e"];
    expect(refusal(await callCommand(restoreCommand, [backup], env))).toMatch(LOST);
    expect(refusal(await callCommand(backupCommand, ["/nowhere/b"], env))).toMatch(LOST);
    expect(refusal(await callCommand(moveCommand, target, env))).toMatch(LOST);
    // To look at a backup is no harm.
    succeeded(await callCommand(restoreCommand, [backup, "--check"], env));
    server.child.kill("SIGTERM");
    await server.ended();
    succeeded(await callCommand(restoreCommand, [backup], env));
  });

  test("nothing is restored into its data folder, wherever its database is", async () => {
    const house = await backedUpService();
    const folder = await tempFolder();
    const onPostgres = { pid: process.pid, inode: null, lost: null };
    await keepMark(folder, "other", () => onPostgres).job.work();
    const ended = await house.restore({ DATA_DIR: folder }, ...house.withSecrets);
    expect(refusal(ended)).toMatch(/a service runs in .* \(process \d+\)\. Stop it first/);
  });
});

test("what a killed service left stands in nobody's way for a moment", async () => {
  const { server, backup } = await backedUpServer();
  await moveAway(server.dataDir);
  server.child.kill("SIGKILL");
  await server.ended();
  expect(await readdir(server.dataDir)).toContainEqual(expect.stringMatching(/^running-/));
  succeeded(await callCommand(restoreCommand, [backup], { DATA_DIR: server.dataDir }));
});
