import { expect, onTestFinished, test } from "vitest";
import { createBeacons } from "../../../server/oracle/beacons.ts";
import { watchNeededBeacons } from "../../../server/oracle/needed-beacons.ts";
import { createOracle } from "../../../server/oracle/oracle.ts";
import type { BeaconSource } from "../../../server/oracle/relays.ts";
import { createRoundInputs } from "../../../server/oracle/round-inputs.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { beaconTimeMs } from "../../../src/fairness/chain.ts";
import { makeHeader } from "../../../src/fairness/publish.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { phaseLengthMs, roundAt, roundStartMs } from "../../../src/round/phases.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { NOW_MS } from "../../support/service.ts";
import { network, SIGNING_KEY } from "../../support/test-proofs.ts";

/* Everything that determines rounds, on a wrong clock. Beacons arrive by true time, 0.9 s late as usual. */

const { chain } = network;
const [game] = games as [Game];
const LATENCY_MS = 900;
const STEP_MS = 100;
const START_MS = NOW_MS + 3_590_000;

/** Lets settled promises continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** The responses at a moment, with the wrong and the true time. */
interface State {
  readonly nowMs: number;
  readonly trueMs: number;
  readonly phase: string;
  readonly remainMs: number;
}

/** Plays some rounds on a clock that is ahead by `aheadMs`. */
async function play(aheadMs: number): Promise<{ states: State[]; shut: number; slowMs: number }> {
  const clock = manualClock(START_MS);
  const source: BeaconSource = {
    name: "true",
    ask: (beaconRound, signal) =>
      new Promise((resolve) => {
        const waitMs = beaconTimeMs(chain, beaconRound) + LATENCY_MS - (clock.now() - aheadMs);
        const post = () => resolve({ signature: network.sign(beaconRound) });
        clock.setTimer(post, Math.max(LATENCY_MS, waitMs));
        signal.addEventListener("abort", () => resolve({ fault: "unreachable" }));
      }),
  };
  /** How far the clock was proved slow, in ms. */
  let slowMs = 0;
  const beacons = createBeacons({
    chain,
    sources: [source],
    stored: { save: async () => {}, load: async () => ({ genuine: new Map(), refuted: [] }) },
    now: clock.now,
    setTimer: clock.setTimer,
    log: () => {},
    clock: { prove: (atMs) => (slowMs = Math.max(slowMs, atMs - clock.now())) },
  });
  const header = (of: Game, day: number) =>
    makeHeader({ game: of, day, root: "00".repeat(32), chain, publishedAt: 0 }, SIGNING_KEY);
  const headers = new Map(games.map((of) => [of, header(of, Math.floor(START_MS / 86_400_000))]));
  const inputs = createRoundInputs({
    headers: { of: (of) => headers.get(of) },
    beacons,
    entropy: "drand",
  });
  const oracle = createOracle({ secret: VECTOR_SECRET, timeZone: "UTC", inputs });
  const needs = { ...inputs, beaconDays: () => [] };
  const timing = { now: clock.now, setTimer: clock.setTimer, log: () => {} };
  const stop = await watchNeededBeacons({ needs, beacons, ...timing });
  onTestFinished(async () => {
    await stop();
    await beacons.stop();
  });
  const states: State[] = [];
  let shut = 0;
  for (let passedMs = 0; passedMs < 4.5 * game.intervalMs; passedMs += STEP_MS) {
    clock.pass(STEP_MS);
    await settle();
    const nowMs = clock.now();
    const isFirst = roundAt(nowMs, game.intervalMs) === roundAt(START_MS, game.intervalMs);
    if (oracle.runningPhase(game, exactTime(nowMs)) !== null) {
      const { phase, remainMs } = oracle.current(game, exactTime(nowMs));
      states.push({ nowMs, trueMs: nowMs - aheadMs, phase, remainMs });
    } else if (!isFirst) {
      // The first round stays closed, since the service was not running when it began.
      shut += 1;
    }
  }
  return { states, shut, slowMs };
}

const intoMs = (nowMs: number) =>
  nowMs - roundStartMs(roundAt(nowMs, game.intervalMs), game.intervalMs);

/** When the beacon of the round at `nowMs` arrives, by true time. */
const beaconMs = (nowMs: number) => nowMs - intoMs(nowMs) + game.drand.closesMs + 3_000;

test.each([-3_000, 0, 3_000])(
  "all rounds open while the clock is off by %i ms",
  async (aheadMs) => {
    const { states, shut } = await play(aheadMs);
    expect(shut).toBe(0);
    const open = states.filter(({ remainMs }) => remainMs > 0);
    expect(open.length).toBeGreaterThan(400);
    for (const { nowMs, trueMs } of open) {
      expect(trueMs).toBeLessThan(beaconMs(nowMs));
    }
    const cardsMs = phaseLengthMs("betting", game.drand);
    // Cards are never early by this clock or, by true time, before their beacon.
    for (const { nowMs, trueMs, phase } of states.filter((shown) => shown.phase !== "betting")) {
      expect([phase, intoMs(nowMs) >= cardsMs, trueMs >= beaconMs(nowMs)]).toEqual([
        phase,
        true,
        true,
      ]);
    }
  },
);

test("a clock is proved slow only if a beacon might arrive before bets close", async () => {
  for (const aheadMs of [3_000, -1_000]) {
    expect((await play(aheadMs)).slowMs).toBeLessThanOrEqual(500);
  }
  for (const aheadMs of [-2_000, -60_000]) {
    expect((await play(aheadMs)).slowMs).toBeGreaterThan(500);
  }
});

test("bets are never open once the beacon is public, even with a clock that is 4 s slow", async () => {
  const { states } = await play(-4_000);
  for (const { nowMs, trueMs, remainMs } of states) {
    expect(remainMs > 0 && trueMs > beaconMs(nowMs) + LATENCY_MS + STEP_MS).toBe(false);
  }
});
