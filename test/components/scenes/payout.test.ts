import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { payout as baccarat } from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccaratScene } from "../../../components/scenes/baccarat/scene.ts";
import { payout as dragontiger } from "../../../components/scenes/dragontiger/extras.ts";
import { scene as duelScene } from "../../../components/scenes/dragontiger/scene.ts";
import type { BetsShown } from "../../../components/stage/bets/shown.ts";
import { PAY_MS } from "../../../components/stage/cards/hands/gestures.ts";
import type { HandPose, Paid } from "../../../components/stage/cards/hands/gestures.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { times } from "../../support/effort.ts";
import { isSeen, recordingKit } from "./recording-kit.ts";
import { outcomesOf, viewOf } from "./states.ts";

interface Seen {
  side: Paid;
  hand: HandPose | null;
  seen: number;
  pushed: number;
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
          pushed: 1,
          taken: 0,
        });
      }),
      { numRuns: times(20, 60) },
    );
  });

  test("has a hand at the chips until it has shoved them on, and they come to rest by themselves", () => {
    for (const outcome of all) {
      const poses = Array.from({ length: 150 }, (_, i) => at(play(outcome, "result"), i * 20));
      const seen = poses.filter((pose) => (pose?.seen ?? 0) > 0);
      const alone = seen.findIndex((pose) => pose?.hand === null);
      expect(alone).toBeGreaterThan(0);
      expect(seen.slice(alone).filter((pose) => pose?.hand !== null)).toEqual([]);
      // They are on their way by then, and never go back.
      expect(seen[alone]?.pushed).toBeGreaterThan(0.3);
      const pushed = seen.map((pose) => pose?.pushed ?? 0);
      expect(pushed).toEqual(pushed.toSorted((one, other) => one - other));
      expect(pushed.at(-1)).toBe(1);
    }
  });

  // The cause: in a tie one of both hovered over a card, as far from the hand as the ends of its place are apart.
  test("carries both piles side by side, and lays them apart", () => {
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
        if (one && other && pose?.pushed === 0) {
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
    expect(late).toMatchObject({ seen: 0, pushed: 0 });
  });

  test("lays chips down where the operator has the hands hidden, and carries none", () => {
    for (const outcome of all) {
      const view = play(outcome, "result", { hands: false });
      expect(at(view, PAY_MS.laidAt - 1)).toMatchObject({ seen: 0, hand: null });
      expect(at(view, 3_000)).toMatchObject({ seen: 1, hand: null });
    }
  });
});
