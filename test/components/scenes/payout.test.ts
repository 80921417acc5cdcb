import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { payout as baccarat } from "../../../components/scenes/baccarat/extras.ts";
import { payout as dragontiger } from "../../../components/scenes/dragontiger/extras.ts";
import { PAY_MS, TIE_LATER_MS } from "../../../components/stage/bets/payment.ts";
import type { Paid } from "../../../components/stage/bets/payment.ts";
import type { BetsShown } from "../../../components/stage/bets/shown.ts";
import { BETS_MS } from "../../../components/stage/bets/times.ts";
import { payingDeeds } from "../../../components/stage/cards/payout.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/hud/table/fixtures.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { audibleScene } from "../sound/soundtrack-in-test.ts";
import { betsWon, outcomesOf, viewOf } from "./states.ts";

interface Seen {
  side: Paid;
  seen: number;
  way: number;
}

type Payout = Extras<unknown, unknown, Drawing<unknown>, Seen | null>;

const RESULT_MS = 4_000;
/** Since when it is known what has won, in ms of phase `result`, and when chips are then at the winner's place. */
const SETTLED_MS = 100;
const LAID_MS = SETTLED_MS + BETS_MS.paidAt;
const games = [
  { slug: "baccarat", extras: baccarat as unknown as Payout, left: "player", right: "banker" },
  { slug: "dragontiger", extras: dragontiger as unknown as Payout, left: "dragon", right: "tiger" },
];

describe.each(games)("the dealer of $slug", ({ slug, extras, left, right }) => {
  const at = (view: Play, ms: number) => extras.pose(view, ms, null, () => null);
  const winner = (outcome: unknown) =>
    (viewOf(slug, outcome, "result").state as { result?: string }).result ?? "";
  /** A phase in which bets lie on the winner. */
  const play = (outcome: unknown, phase: Phase, more: Partial<Play> = {}): Play => ({
    ...viewOf(slug, outcome, phase),
    resultMs: RESULT_MS,
    bets: betsWon(winner(outcome), 4, SETTLED_MS),
    ...more,
  });
  const side = (outcome: unknown): Paid => {
    const won = winner(outcome);
    return won === left ? "left" : won === right ? "right" : "tie";
  };
  const laterMs = (outcome: unknown) => (side(outcome) === "tie" ? TIE_LATER_MS : 0);
  const chipsHeard = (view: Play) =>
    (audibleScene(slug).heardAt?.(view) ?? [])
      .filter(({ sound }) => sound === "chips")
      .map(({ atMs }) => atMs);
  const all = fixtures[slug]?.map(({ outcome }) => outcome) ?? [];

  test("pays whoever has won, and nobody before that may be shown", () => {
    fc.assert(
      fc.property(outcomesOf<unknown>(slug), fc.nat(9_000), (outcome, ms) => {
        expect(at(play(outcome, "betting"), ms)).toBeNull();
        expect(at(play(outcome, "revealing"), ms)).toBeNull();
        expect(at(play(outcome, "result"), LAID_MS + laterMs(outcome))).toMatchObject({
          side: side(outcome),
          seen: 1,
          way: 1,
        });
      }),
      { numRuns: 20 },
    );
  });

  test("lays no chip where no bets are told, and none is heard", () => {
    fc.assert(
      fc.property(
        outcomesOf<unknown>(slug),
        fc.constantFrom(...PHASES),
        fc.nat(RESULT_MS),
        (outcome, phase, ms) => {
          const view = play(outcome, phase, { bets: undefined });
          expect(at(view, ms)).toBeNull();
          expect(payingDeeds(view, winner(outcome), ms)).toEqual({ left: [], right: [] });
          expect(chipsHeard(view)).toEqual([]);
        },
      ),
      { numRuns: 20 },
    );
  });

  test("pays bets that are told only where some lie on the winner, and once it is known", () => {
    const [outcome] = all;
    const name = winner(outcome);
    const paid = (bets: BetsShown) =>
      Array.from({ length: 80 }, (_, i) => at(play(outcome, "result", { bets }), i * 50)).some(
        (pose) => (pose?.seen ?? 0) > 0,
      );
    expect(paid(betsWon(name, 4, 100))).toBe(true);
    expect(paid(betsWon(name, 0, 100))).toBe(false);
    expect(paid(betsWon("another", 4, 100))).toBe(false);
    expect(paid(betsWon(name, 4, null))).toBe(false);
    // There would be no time for it.
    expect(paid(betsWon(name, 4, 3_400))).toBe(false);
    const late = at(play(outcome, "result", { bets: betsWon(name, 4, 1_100) }), PAY_MS.takeAt);
    expect(late).toMatchObject({ seen: 0, way: 0 });
  });
});
