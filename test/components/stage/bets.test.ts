import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { betsPose, betsRestAfterMs } from "../../../components/stage/bets/bets-pose.ts";
import type { VisibleBets } from "../../../components/stage/bets/visible-bets.ts";
import type { Play } from "../../../components/stage/scene.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";

const pile = (chips: number, before = 0, sinceMs = 1_000) => ({ chips, before, sinceMs });
const spot = (name: string, hasWon: boolean) => ({
  name,
  total: pile(6),
  own: pile(2, 1, 3_000),
  percent: "50%",
  stake: "20",
  result: hasWon ? "+40" : "Net −20",
  isPaid: hasWon,
  isGain: hasWon,
  hasWon,
});
const settled: VisibleBets = {
  spots: [spot("dragon", true), spot("tiger", false)],
  settledMs: 500,
};
const play = (phase: Phase, bets: VisibleBets | undefined = settled) =>
  ({ state: { phase }, bets }) as Play;

describe("bets on the felt", () => {
  test("bets look the same at a given time whatever the earlier frames", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PHASES),
        fc.array(fc.nat(20_000)),
        fc.nat(4_000),
        (phase, moments, settledMs) => {
          const view = play(phase, { ...settled, settledMs });
          const forth = moments.map((ms) => betsPose(view, ms));
          const back = moments.toReversed().map((ms) => betsPose(structuredClone(view), ms));
          expect(back.toReversed()).toEqual(forth);
          const rest = betsPose(view, betsRestAfterMs(view));
          expect(betsPose(view, betsRestAfterMs(view) + 9_999)).toEqual(rest);
        },
      ),
    );
  });

  test("bets do not reveal the winner before the result", () => {
    for (const phase of ["betting", "revealing"] as const) {
      const [won, lost] = betsPose(play(phase), 9_000);
      expect({ ...won, name: "" }).toEqual({ ...lost, name: "" });
    }
  });

  test("winning bets are paid and losing bets are taken in the result phase", () => {
    expect(betsPose(play("result"), 499)).toMatchObject([
      { lit: 0, paid: 0 },
      { lit: 0, gone: 0 },
    ]);
    expect(betsPose(play("result"), 4_000)).toMatchObject([
      { result: "+40", resultShown: 1, lit: 1, paid: 1, gone: 0 },
      { result: "Net −20", resultShown: 1, lit: 0, paid: 0, gone: 1 },
    ]);
  });
});
