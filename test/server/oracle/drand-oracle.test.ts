import { describe, expect, test } from "vitest";
import type { HistoryPage } from "../../../server/oracle/past-rounds.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { dayStartMs, dayAt } from "../../../src/fairness/utc-day.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { phaseStartMs, roundAt, roundStartMs } from "../../../src/round/phases.ts";
import { drandOracle, LATENCY_MS } from "../../support/drand-oracle.ts";
import { NOW_MS } from "../../support/service.ts";

function world(comesAtMs?: (beaconTimeMs: number) => number) {
  const clock = { nowMs: NOW_MS };
  return { clock, oracle: drandOracle({ now: () => clock.nowMs, comesAtMs }) };
}

describe.each(games)("a $slug round in drand mode", (game) => {
  const round = roundAt(NOW_MS, game.intervalMs) + 10;
  const startMs = roundStartMs(round, game.intervalMs);
  const closesAtMs = startMs + game.drand.closesMs;
  const endMs = startMs + game.intervalMs;
  const beaconTimeMs = closesAtMs + 3_000;

  test("the round appears in the history, in order, when its beacon arrives", () => {
    const arrivalMs = endMs + 7_000;
    const { clock, oracle } = world((ms) => (ms === beaconTimeMs ? arrivalMs : ms + LATENCY_MS));
    const rounds = (nowMs: number, page: Omit<HistoryPage, "limit"> = {}) => {
      clock.nowMs = nowMs;
      return oracle.results(game, nowMs, { limit: 3, ...page }).map((entry) => entry.round);
    };
    expect(rounds(endMs - 1)).toEqual([round - 1, round - 2, round - 3]);
    expect(rounds(arrivalMs - 1)).toEqual([round - 1, round - 2, round - 3]);
    expect(rounds(arrivalMs - 1, { round })).toEqual([]);
    expect(rounds(arrivalMs - 1, { after: round - 2 })).toEqual([round - 1]);
    expect(rounds(arrivalMs)).toEqual([round, round - 1, round - 2]);
    expect(rounds(arrivalMs, { round })).toEqual([round]);
    expect(rounds(arrivalMs, { after: round - 2 })).toEqual([round - 1, round]);
    // The next round proceeds normally.
    expect(oracle.current(game, exactTime(arrivalMs))).toMatchObject({
      round: round + 1,
      phase: "betting",
    });
    const later = phaseStartMs(round + 1, "result", game.drand);
    expect(rounds(later, { after: round - 2 })).toEqual([round - 1, round, round + 1]);
  });

  /** A world without beacons from `ageMs` before the opening until after it. */
  function openingBy(ageMs: number) {
    return world((ms) => (ms <= startMs - ageMs ? ms : Math.max(ms, startMs + 1) + LATENCY_MS));
  }

  test.each([
    ["9 s old", 9_000, true],
    ["just in time", 0, true],
    ["12 s old", 12_000, false],
    ["missing", Infinity, false],
  ])("the round opens only with a fresh beacon, not one that is %s", (_, ageMs, opens) => {
    const { clock, oracle } = openingBy(ageMs);
    for (const intoMs of [0, 1, LATENCY_MS + 1, game.drand.closesMs, game.intervalMs - 1]) {
      clock.nowMs = startMs + intoMs;
      expect(oracle.runningPhase(game, exactTime(clock.nowMs)) !== null).toBe(opens);
    }
  });
});

const [game] = games as [Game];
const DAY = dayAt(NOW_MS) + 1;
const MIDNIGHT_MS = dayStartMs(DAY);
const first = roundAt(MIDNIGHT_MS, game.intervalMs);

test("no round opens on an unpublished day", () => {
  const nowMs = MIDNIGHT_MS + 3_600_000;
  const isUnpublished = (day: number) => day === DAY || day === DAY - 2;
  const oracle = drandOracle({ now: () => nowMs, isUnpublished });
  expect(oracle.runningPhase(game, exactTime(nowMs))).toBeNull();
  expect(oracle.schedule(game, nowMs)).toMatchObject({ entropy: "drand", next: null });
  const perDay = 86_400_000 / game.intervalMs;
  const page = oracle.results(game, nowMs, { limit: 2 });
  expect(page.map((entry) => entry.round)).toEqual([first - 1, first - 2]);
  const before = first - perDay + 1;
  const across = oracle.results(game, nowMs, { limit: 2, before });
  expect(across.map((entry) => entry.round)).toEqual([first - perDay, first - 2 * perDay - 1]);
});
