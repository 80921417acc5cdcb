// Cause: a commit was written but not synced, so requests with a response were only in memory. After a power cut, an
// issued key was unknown, and a day whose header players had saved was signed again.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, readFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { list } from "../../../../server/access/keys.ts";
import type { Store } from "../../../../server/store/store.ts";
import { ensureBuild } from "../../../support/build.ts";
import { placeIn } from "../../../support/engines.ts";
import { serviceFolder } from "../../../support/made-service.ts";
import { SECRET_HEX } from "../../../support/service.ts";
import { tempFile, tempStore } from "../../../support/temp-store.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const STRACE = "/usr/bin/strace";
const CALL = /^(?<pid>\d+) +(?<name>\w+)\(\d+<(?<file>[^>]*)>(?<rest>.*)$/;
/** The second half of a call that another thread's call interrupted. */
const RESUMED = /^(?<pid>\d+) +<\.\.\. f(?:data)?sync resumed>/;
/** The number of bytes written, and the position unless at the end. */
const WRITTEN = /, (\d+)(?:, (\d+))?(?:\) += \d+| <unfinished \.\.\.>)$/;

/**
 * Runs a script on the database of `dataDir` under strace until it has written `word` (letters, digits and underscores)
 * to stdout, and returns the worst case of a power cut at that moment: the database without unsynced writes to SQLite's
 * write-ahead log, and the synced bytes of other files. This does not cover disks that lose synced data.
 *
 * The caller must keep the database open in the meantime: otherwise, the script would clean up its log at the end.
 */
async function cutPowerAt(
  word: string,
  script: string,
  args: readonly string[],
  { dataDir, env = {} }: { dataDir: string; env?: Readonly<Record<string, string>> },
) {
  const trace = `${await tempFile()}.trace`;
  const options = ["-f", "-y", "-qq", "-s", "200", "-o", trace];
  const calls = ["-e", "trace=pwrite64,fsync,fdatasync,write,writev"];
  const child = spawn(STRACE, [...options, ...calls, process.execPath, script, ...args], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"], PORT: "0", ...env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  child.stdout.resume();
  const lines = await linesUntil(trace, word);
  const pid = Number(CALL.exec(lines[0] ?? "")?.groups?.["pid"]);
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
  await ended;

  const file = join(dataDir, "tableside.sqlite");
  const image = await tempFile();
  await copyFile(file, image);
  await copyFile(`${file}-wal`, `${image}-wal`);
  await truncate(`${image}-wal`, syncedBytes(lines, `${file}-wal`));
  return {
    database: image,
    /** The number of bytes of an append-only file, created in the meantime, that were on disk. */
    syncedBytes: (name: string) => syncedBytes(lines, join(dataDir, name)),
  };
}

/** The calls up to the one that wrote `word`, as soon as strace has reported it. */
async function linesUntil(trace: string, word: string): Promise<string[]> {
  for (;;) {
    const lines = (await readFile(trace, "utf8").catch(() => "")).split("\n");
    const at = lines.findIndex((line) => / writev?\(1</.test(line) && line.includes(word));
    if (at >= 0) {
      return lines.slice(0, at);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * The number of an append-only file's bytes that were synced by the end of these calls. Other threads' calls are
 * reported in two halves: a sync counts once it has ended, for bytes written before it began.
 */
function syncedBytes(lines: readonly string[], file: string): number {
  let written = 0;
  let synced = 0;
  const begun = new Map<string, number>();
  for (const line of lines) {
    const ended = RESUMED.exec(line)?.groups?.["pid"];
    if (ended !== undefined) {
      synced = Math.max(synced, begun.get(ended) ?? 0);
      begun.delete(ended);
      continue;
    }
    const { pid = "", name = "", file: touched, rest = "" } = CALL.exec(line)?.groups ?? {};
    // A file's draft begins with the file's name.
    if (touched?.startsWith(file) !== true) {
      continue;
    }
    if (name.includes("write")) {
      const [, length = "0", offset = String(written)] = WRITTEN.exec(rest) ?? [];
      written = Math.max(written, Number(offset) + Number(length));
    } else if (rest.includes("unfinished")) {
      begun.set(pid, written);
    } else {
      synced = written;
    }
  }
  return synced;
}

beforeAll(ensureBuild, 600_000);

/** The database as a power cut would leave it, next to the complete one. */
async function leftBy(word: string, script: string, args: readonly string[]) {
  const dataDir = await serviceFolder();
  const { store: whole } = await tempStore(placeIn({ DATA_DIR: dataDir }));
  // A second connection keeps the file open, which preserves its log.
  await list(whole);
  const env = { ORACLE_SECRET: SECRET_HEX, PORTAL: "off" };
  const files = await cutPowerAt(word, script, args, { dataDir, env });
  return { left: (await tempStore({ file: files.database })).store, whole, dataDir, files };
}

test("a key is on disk before it is returned", async () => {
  const args = ["issue", "--label", "A", "--days", "1"];
  const { left, whole } = await leftBy("tbs_live_", "server/cli/keys.ts", args);
  const keys = await list(whole);
  expect(keys).toHaveLength(1);
  expect(await list(left)).toEqual(keys);
});

test("day headers are on disk before the server responds to any request", async () => {
  const { left, whole } = await leftBy("listening", "server/main.ts", []);
  const headers = (store: Store) => store.db.selectFrom("day_header").selectAll().execute();
  expect((await headers(whole)).length).toBeGreaterThan(0);
  expect(await headers(left)).toEqual(await headers(whole));
});

// Without the journal, a server with a database from an older backup would sign a day's second header.
test("the journal of signed headers is on disk before the server responds to any request", async () => {
  const { dataDir, files } = await leftBy("listening", "server/main.ts", []);
  const name = "signed-headers.ndjson";
  const { size } = await stat(join(dataDir, name));
  expect(size).toBeGreaterThan(0);
  expect([name, files.syncedBytes(name)]).toEqual([name, size]);
});
