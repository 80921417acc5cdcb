import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { roundAt } from "../../../src/round/phases.ts";
import { isFull } from "../../support/effort.ts";
import { freePort } from "../../support/free-port.ts";
import { startListening } from "../../support/listening-service.ts";
import type { ListeningService } from "../../support/listening-service.ts";
import { programEnv } from "../../support/program-env.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { faultsOfBooks, Player, wager } from "./operator.ts";

const START_MS = Date.UTC(2026, 6, 1, 12);
const BETS = 12;
const STAKE = 50;

/** Every write by the operator, and every response it waits for. */
const WRITES = ["player", "bet", "posting"].map((table) => `INSERT INTO ${table}`);
const CLOSING = ["UPDATE bet", "BEGIN", "COMMIT"];
const READS = ["current", "schedule", "results"].map((path) => `fetch ${path}`);
const STEPS = [...WRITES, ...CLOSING, ...READS, "ask fetch results"];
const MOMENTS = isFull
  ? [2, 7].flatMap((nth) =>
      STEPS.flatMap((step) => [`${step} ${nth} before`, `${step} ${nth} after`]),
    )
  : ["COMMIT 2 after", "COMMIT 5 before", "UPDATE bet 3 after", "fetch results 1 after"];

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const DYING = new URL("dying.mjs", import.meta.url).href;

/** An operator whose books are in `file`, which outlives its process. It dies at `moment`, if given. */
async function startOperator(url: string, file: string, moment?: string) {
  const port = await freePort();
  const before = moment === undefined ? [] : ["--import", DYING];
  const settings = { TABLESIDE_URL: url, TABLESIDE_KEY: "k", OPERATOR_DB: file };
  const child = spawn(process.execPath, [...before, "src/snippets/operator.ts"], {
    cwd: ROOT,
    env: { ...programEnv, ...settings, PORT: String(port), DIES_AT: moment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  await Promise.race([once(child.stdout, "data"), ended]);
  return {
    url: `http://127.0.0.1:${port}`,
    kill,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}

/** Runs a service's clock: a second into a round now, and into the next round on each call to the function. */
function runClock({ clock }: ListeningService): () => void {
  let shiftMs = clock.nowMs + 1_000 - performance.now();
  Object.defineProperty(clock, "nowMs", { get: () => shiftMs + performance.now() });
  return () => {
    shiftMs += 31_000 - ((shiftMs + performance.now()) % 30_000);
  };
}

// The operator is killed while it takes bets and settles the previous round's. Answered bets stay; unanswered bets are
// sent again with the same id, as the page does.
test(`no bet is lost or duplicated when the operator is killed at ${MOMENTS.length} moments`, async () => {
  const tableside = await startListening({ nowMs: START_MS });
  const nextRound = runClock(tableside);
  const file = join(await tempFolder(), "operator.sqlite");
  const start = (moment?: string) => startOperator(tableside.url, file, moment);
  let operator = await start();
  const player = new Player(operator.url);
  await player.overview();
  await operator.kill();

  const taken: string[] = [];
  const reached: string[] = [];
  for (const moment of MOMENTS) {
    const round = roundAt(tableside.clock.nowMs, 30_000);
    const wagers = Array.from({ length: BETS }, (_, index) =>
      wager(round, { market: ["player", "banker", "tie", "big"][index % 4], stake: STAKE }),
    );
    operator = await start(moment);
    player.moveTo(operator.url);
    const before = await Promise.all(
      wagers.map((bet) => player.post("/api/bets", bet).catch(lost)),
    );
    await expect.poll(() => operator.hasEnded() || isSettled(player, round)).toBe(true);
    if (operator.hasEnded()) {
      reached.push(moment);
    }
    await operator.kill();

    operator = await start();
    player.moveTo(operator.url);
    const after = await Promise.all(wagers.map((bet) => player.post("/api/bets", bet)));
    for (const [index, { id }] of wagers.entries()) {
      const { status } = after[index] as { status: number };
      // An accepted bet is not accepted twice. A lost one can be accepted now.
      expect(before[index]?.status === 200 ? [200] : [200, 409]).toContain(status);
      if (status !== 409) {
        taken.push(id);
      }
    }
    await operator.kill();
    nextRound();
  }
  // Not every moment occurs in every run: fewer rows are inserted once all accounts exist.
  expect(reached.length).toBeGreaterThan(MOMENTS.length / 2);

  operator = await start();
  player.moveTo(operator.url);
  await expect.poll(() => isSettled(player, 0)).toBe(true);
  const { balance } = await player.overview();
  await operator.kill();
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  expect(faultsOfBooks(db)).toEqual([]);
  const rows = db.prepare("SELECT requestId, returned FROM bet").all() as unknown as {
    requestId: string;
    returned: number;
  }[];
  expect(taken.length).toBeGreaterThan(0);
  expect(rows.map(({ requestId }) => requestId).toSorted()).toEqual(taken.toSorted());
  const returned = rows.reduce((sum, row) => sum + row.returned, 0);
  expect(balance).toBe(100_000 - rows.length * STAKE + returned);
});

const lost = () => null;

/** Whether all bets except one round's are settled; false without a response. */
async function isSettled(player: Player, round: number): Promise<boolean> {
  const overview = await player.overview().catch(lost);
  return overview?.bets.every((bet) => bet.round === round || bet.outcome !== null) ?? false;
}
