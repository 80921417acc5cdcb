import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { payout as baccarat } from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccaratScene } from "../../../components/scenes/baccarat/scene.ts";
import { payout as dragontiger } from "../../../components/scenes/dragontiger/extras.ts";
import { scene as duelScene } from "../../../components/scenes/dragontiger/scene.ts";
import type { BetsShown } from "../../../components/stage/bets/shown.ts";
import { handAt, handOf, PAY_MS } from "../../../components/stage/cards/hands/gestures.ts";
import type { Paid } from "../../../components/stage/cards/hands/gestures.ts";
import { payingDeeds } from "../../../components/stage/cards/payout.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { times } from "../../support/effort.ts";
import { isSeen, recordingKit } from "./recording-kit.ts";
import { outcomesOf, viewOf } from "./states.ts";

interface Seen {
  side: Paid;
  seen: number;
  way: number;
  taken: number;
}

type Payout = Extras<unknown, unknown, Drawing<unknown>, Seen | null>;

type AnyScene = Scene<unknown, unknown>;

const RESULT_MS = 4_000;
const SIZE = { width: 390, height: 380 };
const games = [
  {
    slug: "baccarat",
    scene: baccaratScene as unknown as AnyScene,
    extras: baccarat as unknown as Payout,
    left: "player",
    right: "banker",
  },
  {
    slug: "dragontiger",
    scene: duelScene as unknown as AnyScene,
    extras: dragontiger as unknown as Payout,
    left: "dragon",
    right: "tiger",
  },
];

/** Bets on one spot, told with the winner. */
function told(name: string, chips: number, settledMs: number | null): BetsShown {
  const pile = { chips, before: chips, sinceMs: 0 };
  const none = { chips: 0, before: 0, sinceMs: 0 };
  const words = { share: "", stake: "", win: "" };
  return { settledMs, spots: [{ name, total: pile, own: none, hasWon: true, ...words }] };
}

describe.each(games)("the dealer of $slug", ({ slug, scene, extras, left, right }) => {
  const play = (outcome: unknown, phase: Phase, more: Partial<Play> = {}): Play => ({
    ...viewOf(slug, outcome, phase),
    resultMs: RESULT_MS,
    ...more,
  });
  const at = (view: Play, ms: number) => extras.pose(view, ms, null, () => null);
  const winner = (outcome: unknown) =>
    (play(outcome, "result").state as { result?: string }).result;
  const side = (outcome: unknown): Paid => {
    const won = winner(outcome);
    return won === left ? "left" : won === right ? "right" : "tie";
  };
  const all = fixtures[slug]?.map(({ outcome }) => outcome) ?? [];

  test("pays whoever has won, and nobody before that may be shown", () => {
    fc.assert(
      fc.property(outcomesOf<unknown>(slug), fc.nat(9_000), (outcome, ms) => {
        expect(at(play(outcome, "betting"), ms)).toBeNull();
        expect(at(play(outcome, "revealing"), ms)).toBeNull();
        expect(at(play(outcome, "result"), 3_000)).toMatchObject({
          side: side(outcome),
          seen: 1,
          way: 1,
          taken: 0,
        });
      }),
      { numRuns: times(20, 60) },
    );
  });

  test("has a hand at the chips all the way from the tray to the winner's place", () => {
    for (const outcome of all) {
      const view = play(outcome, "result");
      const paid = side(outcome);
      const carried = Array.from({ length: 150 }, (_, i) => i * 20).flatMap((ms) => {
        const pose = at(view, ms);
        const deeds = payingDeeds(view, winner(outcome) ?? null, ms);
        return pose && pose.seen > 0 && pose.way < 1
          ? [{ way: pose.way, hand: handAt(deeds[handOf(paid)], ms) }]
          : [];
      });
      for (const { way, hand } of carried) {
        expect(hand).toMatchObject({ to: { at: "chips", side: paid, way }, way: 1 });
      }
      const ways = carried.map(({ way }) => way);
      // They never go back, and nowhere jump.
      expect(ways).toEqual(ways.toSorted((one, other) => one - other));
      const steps = ways.map((way, i) => way - (ways[i - 1] ?? 0));
      expect(Math.max(...steps)).toBeLessThan(0.1);
      expect(ways.length).toBeGreaterThan(30);
    }
  });

  // The cause: in a tie one of both hovered over a card, as far from the hand as the ends of its place are apart.
  test("carries both piles at once, and lays them apart", () => {
    for (const outcome of all) {
      const view = play(outcome, "result");
      const { kit, parts } = recordingKit();
      const drawing = scene.build(kit, view);
      drawing.resize(SIZE);
      const from = parts.length;
      const built = extras.build(kit, view, drawing);
      built.resize(SIZE);
      const apart: number[] = [];
      for (let ms = 0; ms < 3_000; ms += 20) {
        const pose = at(view, ms);
        built.show(pose);
        const piles = parts.slice(from).filter((part) => part.kind === "picture" && isSeen(part));
        const [one, other] = piles.filter(({ size }) => size.width < 60).map((part) => part.at);
        if (one && other && (pose?.way ?? 1) < 0.6) {
          apart.push(Math.abs(one.x - other.x));
        }
      }
      expect(apart.length).toBeGreaterThan(5);
      expect(Math.max(...apart)).toBeLessThan(60);
    }
  });

  test("leaves them to the winner as the table is cleared", () => {
    for (const outcome of all) {
      const view = play(outcome, "waiting");
      expect(at(view, 0)).toEqual(at(play(outcome, "result"), RESULT_MS));
      expect(at(view, extras.restsAfterMs?.(view) ?? 0)?.taken).toBe(1);
    }
  });

  test("pays bets that are told only where some lie on the winner, and once it is known", () => {
    const [outcome] = all;
    const name = winner(outcome) ?? "";
    const paid = (bets: BetsShown) =>
      Array.from({ length: 80 }, (_, i) => at(play(outcome, "result", { bets }), i * 50)).some(
        (pose) => (pose?.seen ?? 0) > 0,
      );
    expect(paid(told(name, 4, 100))).toBe(true);
    expect(paid(told(name, 0, 100))).toBe(false);
    expect(paid(told("another", 4, 100))).toBe(false);
    expect(paid(told(name, 4, null))).toBe(false);
    // There would be no time for it.
    expect(paid(told(name, 4, 3_400))).toBe(false);
    const late = at(play(outcome, "result", { bets: told(name, 4, 1_100) }), PAY_MS.takeAt);
    expect(late).toMatchObject({ seen: 0, way: 0 });
  });

  test("lays chips down where the operator has the hands hidden, and carries none", () => {
    for (const outcome of all) {
      const view = play(outcome, "result", { hands: false });
      expect(at(view, PAY_MS.laidAt - 1)).toMatchObject({ seen: 0, way: 1 });
      expect(at(view, 3_000)).toMatchObject({ seen: 1, way: 1 });
    }
  });
});
