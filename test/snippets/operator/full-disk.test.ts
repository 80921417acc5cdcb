import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { roundAt } from "../../../src/round/phases.ts";
import { startListening } from "../../support/listening-service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { faultsOfBooks, Player, wager } from "./operator.ts";
import { runClock, startOperator } from "./process.ts";

const STAKE = 100;
const BETS = 25;

test("no round is partly settled on a full disk", async () => {
  const tableside = await startListening({ nowMs: Date.UTC(2026, 6, 1, 12) - 60_000 });
  tableside.clock.nowMs += 60_000;
  const nextRound = runClock(tableside);
  const folder = await tempFolder();
  const flag = join(folder, "full");
  const file = join(folder, "operator.sqlite");
  const disk = { url: tableside.url, file, preload: "full-disk.mjs", env: { FULL_DISK: flag } };
  let operator = await startOperator(disk);
  const player = new Player(operator.url);
  await player.overview();
  const round = () => roundAt(tableside.clock.nowMs, 30_000);
  const bet = () => player.post("/api/bets", wager(round(), { stake: STAKE }));
  for (let count = 0; count < BETS; count += 1) {
    expect((await bet()).status).toBe(200);
  }

  // Bets that fit on the existing pages are still accepted.
  await writeFile(flag, "");
  let response = await bet();
  let taken = BETS;
  for (; response.status === 200; taken += 1) {
    response = await bet();
  }
  expect(response).toMatchObject({
    status: 503,
    code: "books_closed",
    detail: "Bets cannot be recorded now. Try again shortly.",
  });
  const full = await player.overview();
  expect(full.balance).toBe(100_000 - taken * STAKE);

  nextRound();
  await expect.poll(() => operator.reported()).toContain("baccarat: database or disk is full");
  expect(await player.overview()).toEqual(full);
  // Even if it is stopped and restarted in the meantime.
  await operator.kill();
  operator = await startOperator(disk);
  player.moveTo(operator.url);
  await expect.poll(() => operator.reported()).toContain("baccarat: database or disk is full");
  expect(await player.overview()).toEqual(full);

  await rm(flag);
  await expect
    .poll(async () => (await player.overview()).bets.every(({ outcome }) => outcome !== null))
    .toBe(true);
  expect((await bet()).status).toBe(200);
  nextRound();
  await expect
    .poll(async () => (await player.overview()).bets.every(({ outcome }) => outcome !== null))
    .toBe(true);
  await operator.kill();
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  expect(db.prepare("SELECT count(*) AS bets FROM bet").get()).toEqual({ bets: taken + 1 });
  expect(faultsOfBooks(db)).toEqual([]);
});
