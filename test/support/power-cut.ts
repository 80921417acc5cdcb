import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { tempFile } from "./temp-store.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STRACE = "/usr/bin/strace";
const CALL = /^(?<pid>\d+) +(?<name>\w+)\(\d+<(?<file>[^>]*)>(?<rest>.*)$/;

/**
 * Runs a script on the database of `dataDir` under strace until it has written `word` (letters, digits and
 * underscores) to stdout, and
 * gives the database as a power cut at that moment would leave it at worst: without what was written
 * to the log of SQLite (its WAL) and not yet synced. What a disk does with what was synced is not
 * shown.
 *
 * Somebody has to hold the database open meanwhile, or the script would tidy its log up at its end.
 */
export async function cutPowerAt(
  word: string,
  script: string,
  args: readonly string[],
  { dataDir, env = {} }: { dataDir: string; env?: Readonly<Record<string, string>> },
): Promise<string> {
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
    // It had ended by itself.
  }
  await ended;

  const file = join(dataDir, "tableside.sqlite");
  const image = await tempFile();
  await copyFile(file, image);
  await copyFile(`${file}-wal`, `${image}-wal`);
  await truncate(`${image}-wal`, syncedBytes(lines, `${file}-wal`));
  return image;
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

/** How much of a file that only grows was synced by the end of these calls. */
function syncedBytes(lines: readonly string[], file: string): number {
  let written = 0;
  let synced = 0;
  for (const line of lines) {
    const { name = "", file: touched, rest = "" } = CALL.exec(line)?.groups ?? {};
    if (touched !== file) {
      continue;
    }
    const [, length = "0", offset = "0"] = /, (\d+), (\d+)\) += \d+$/.exec(rest) ?? [];
    if (name === "pwrite64") {
      written = Math.max(written, Number(offset) + Number(length));
    } else {
      synced = written;
    }
  }
  return synced;
}
