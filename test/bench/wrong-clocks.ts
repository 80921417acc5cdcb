/*
 * Three real servers on one real PostgreSQL, one of them with a wrong clock (libfaketime): set while it
 * runs, and started so. Prints what was shown too early, who contradicted whom, and how long it takes
 * until the server stops and until it serves again. Ends with 1 where an outcome was there early, or two servers
 * differed. Five minutes; `--seconds` is how long a case takes.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { untilStatus, watchServers } from "../support/clock-trial.ts";
import { asAdmin, databaseUrl, startPostgres } from "../support/postgres.ts";
import { wrongClock } from "../support/wrong-clock.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({ options: { seconds: { type: "string", default: "32" } } });
const caseMs = Number(values.seconds) * 1_000;

const folder = await mkdtemp(join(tmpdir(), "tableside-clocks-"));
const postgres = await startPostgres();
const children: ChildProcess[] = [];
const settings = {
  PATH: process.env["PATH"],
  PORT: "0",
  DEMO: "off",
  DATABASE_URL: databaseUrl(postgres.port, "clocks"),
  ORACLE_SECRET: "5a".repeat(32),
  SIGNING_KEY: "a5".repeat(32),
};

try {
  await asAdmin(postgres.port, "create database clocks owner tableside");
  const others = [await start(), await start()].map(({ address }) => address);
  const rows: Record<string, Awaited<ReturnType<typeof play>>> = {};
  for (const ahead of ["+2s", "+1h", "+1d", "-10s", "-1h", "+0s x1.0002"]) {
    rows[ahead] = await play(ahead, others);
  }
  console.table(rows);
  const wrong = Object.values(rows).some(
    ({ early, contradictions, differing }) => early + contradictions + differing > 0,
  );
  process.exitCode = wrong ? 1 : 0;
} finally {
  children.forEach((child) => child.kill("SIGKILL"));
  await postgres.end();
  await rm(folder, { recursive: true, force: true });
}

async function play(ahead: string, others: readonly string[]) {
  const drifts = ahead.includes("x");
  const clock = await wrongClock(join(folder, "clock"), ahead);
  const { address, child } = await start(clock.env);
  const trial = watchServers([...others, address]);
  await pause(caseMs / 2);
  await clock.set("+0s");
  const afterStartMs = await untilStatus(address, 200);
  await clock.set(ahead);
  const stopsMs = drifts ? null : await untilStatus(address, 503);
  await pause(caseMs / 2);
  await clock.set("+0s");
  const againMs = await untilStatus(address, 200);
  const found = await trial.stop();
  child.kill("SIGTERM");
  return {
    ...found,
    "stops, ms": stopsMs === null ? "-" : Math.round(stopsMs),
    "serves again, ms": Math.round(Math.max(afterStartMs, againMs)),
  };
}

async function start(env: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(folder, "data-"));
  const child = spawn(process.execPath, ["server/main.ts"], {
    cwd: ROOT,
    env: { ...settings, ...env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  for (;;) {
    const [, address] = /"event":"listening","address":"([^"]*)"/.exec(said) ?? [];
    if (address !== undefined) {
      return { child, address };
    }
    await once(child.stdout, "data");
  }
}
