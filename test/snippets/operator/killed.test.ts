import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { roundAt } from "../../../src/round/phases.ts";
import { faultsOfBooks } from "../../../src/snippets/operator/reconcile.ts";
import { times } from "../../support/effort.ts";
import { startListening } from "../../support/listening-service.ts";
import { programEnv } from "../../support/program-env.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { freePort } from "../program.ts";
import { Player, wager } from "./house.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const START_MS = Date.UTC(2026, 6, 1, 12);
const KILLS = times(4, 60);
const BETS = 16;
const STAKE = 50;

/** The operator as a process of its own, on books that outlive it. */
async function startOperator(url: string, file: string) {
  const port = await freePort();
  const child = spawn(process.execPath, ["src/snippets/operator/main.ts"], {
    cwd: ROOT,
    env: { ...programEnv, TABLESIDE_URL: url, OPERATOR_DB: file, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await Promise.race([once(child.stdout, "data"), ended]);
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

// Each time it is killed while it takes bets and settles those of the round before. Whatever was
// answered stands; what was not is asked again under the same id, as the page does.
test(`${KILLS} times killed at any moment, it loses and doubles nothing`, async () => {
  const tableside = await startListening({ nowMs: START_MS });
  // Runs, so that it agrees with the operator's. A second into a round, then into the next one.
  let shiftMs = START_MS + 1_000 - performance.now();
  Object.defineProperty(tableside.clock, "nowMs", { get: () => shiftMs + performance.now() });
  const nextRound = () => {
    shiftMs += 31_000 - ((shiftMs + performance.now()) % 30_000);
  };
  const file = join(await tempFolder(), "operator.sqlite");
  let operator = await startOperator(tableside.url, file);
  const player = new Player("http://operator");
  player.moveTo(operator.url);
  await player.overview();

  const taken: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const round = roundAt(tableside.clock.nowMs, 30_000);
    const wagers = Array.from({ length: BETS }, (_, index) =>
      wager(round, { market: ["player", "banker", "tie", "big"][index % 4], stake: STAKE }),
    );
    const sent = wagers.map((bet) => player.post("/api/bets", bet).catch(() => null));
    // Killed after so many answers, from the first to the last.
    const answered = Math.floor((kill / KILLS) * BETS) + 1;
    await Promise.all(sent.slice(0, answered));
    await pause(kill % 3);
    await operator.kill();
    const before = await Promise.all(sent);

    operator = await startOperator(tableside.url, file);
    player.moveTo(operator.url);
    const after = await Promise.all(wagers.map((bet) => player.post("/api/bets", bet)));
    for (const [index, { id }] of wagers.entries()) {
      const { status } = after[index] as { status: number };
      // Taken is taken, and not a second time. What was lost on its way can be taken now.
      expect(before[index]?.status === 201 ? [200] : [200, 201, 409]).toContain(status);
      if (status !== 409) {
        taken.push(id);
      }
    }
    nextRound();
  }

  await expect
    .poll(async () => (await player.overview()).bets.every(({ outcome }) => outcome !== null))
    .toBe(true);
  expect(taken.length).toBeGreaterThan(0);
  const { balance } = await player.overview();
  await operator.kill();
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  expect(faultsOfBooks(db)).toEqual([]);
  const rows = db.prepare("SELECT request_id, returned FROM bet").all() as unknown as {
    request_id: string;
    returned: number;
  }[];
  expect(rows.map(({ request_id: id }) => id).toSorted()).toEqual(taken.toSorted());
  const returned = rows.reduce((sum, row) => sum + row.returned, 0);
  expect(balance).toBe(100_000 - rows.length * STAKE + returned);
});
