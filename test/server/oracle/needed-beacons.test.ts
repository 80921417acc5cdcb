import { expect, onTestFinished, test } from "vitest";
import { watchNeededBeacons } from "../../../server/oracle/needed-beacons.ts";
import type { BeaconNeeds } from "../../../server/oracle/needed-beacons.ts";
import { beaconAt, beaconTimeMs } from "../../../src/fairness/chain.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { roundAt, roundStartMs } from "../../../src/round/phases.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { NOW_MS } from "../../support/service.ts";
import { network } from "../../support/test-proofs.ts";

const { chain } = network;
const [game] = games as [Game];
const START_MS = NOW_MS + 3_600_000;

function numberOf(of: Game, round: number): number {
  return beaconAt(chain, roundStartMs(round, of.intervalMs) + of.drand.closesMs + 3_000) as number;
}

/** Lets settled promises continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Watches for needed beacons, and records them instead of fetching them. */
async function watch(options: Partial<BeaconNeeds> = {}) {
  const clock = manualClock(START_MS);
  const wanted = new Set<number>();
  const stop = await watchNeededBeacons({
    needs: {
      beaconNumber: numberOf,
      modeOf: () => "drand",
      opens: () => true,
      beaconDays: () => [],
      ...options,
    },
    beacons: {
      chain,
      isWanted: (number) => wanted.has(number),
      want: (number) => void wanted.add(number),
      giveUp: (number) => void wanted.delete(number),
      overdue: () => [...wanted].filter((number) => beaconTimeMs(chain, number) <= clock.now()),
      load: async () => new Set(),
      save: async () => {},
    },
    now: clock.now,
    setTimer: clock.setTimer,
    log: () => {},
  });
  onTestFinished(stop);
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 500) {
      clock.pass(500);
      await settle();
    }
  }
  return { clock, wanted, pass };
}

test.each([
  ["a paused process", "stall"],
  ["a clock change", "set"],
] as const)("every round's beacon is requested after %s", async (_, how) => {
  const { wanted, clock } = await watch();
  clock[how](how === "set" ? START_MS + 3_600_000 : 3_600_000);
  clock.pass(500);
  await settle();
  const rounds = 3_600_000 / game.intervalMs;
  const first = roundAt(START_MS, game.intervalMs) + 1;
  for (let round = first; round <= first + rounds; round++) {
    expect(wanted).toContain(numberOf(game, round));
  }
});

test("two beacons, 6 s and 3 s before a round, are requested in case one is missing", async () => {
  const { wanted, pass } = await watch();
  await pass(1_000);
  const nextMs = roundStartMs(roundAt(START_MS, game.intervalMs) + 1, game.intervalMs);
  const beforeMs = [...wanted].map((number) => nextMs - beaconTimeMs(chain, number));
  expect(beforeMs.filter((ms) => ms >= 0).toSorted((a, b) => b - a)).toEqual([6_000, 3_000]);
});

test("once a day's header is published late, its beacons are requested", async () => {
  let isPromised = false;
  const { wanted, pass } = await watch({ modeOf: () => (isPromised ? "drand" : null) });
  await pass(90_000);
  expect(wanted.size).toBe(0);
  isPromised = true;
  await pass(500);
  const first = roundAt(START_MS, game.intervalMs) + 1;
  for (let round = first; round <= first + 3; round++) {
    expect(wanted).toContain(numberOf(game, round));
  }
});
