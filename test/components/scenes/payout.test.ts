import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hands as baccaratHands,
  payout as baccarat,
  reachOf as baccaratReach,
} from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccaratScene } from "../../../components/scenes/baccarat/scene.ts";
import {
  hands as dragontigerHands,
  payout as dragontiger,
  reachOf as dragontigerReach,
} from "../../../components/scenes/dragontiger/extras.ts";
import { scene as duelScene } from "../../../components/scenes/dragontiger/scene.ts";
import { PAY_MS, TIE_LATER_MS } from "../../../components/stage/bets/payment.ts";
import type { Paid } from "../../../components/stage/bets/payment.ts";
import type { BetsShown } from "../../../components/stage/bets/shown.ts";
import { BETS_MS } from "../../../components/stage/bets/times.ts";
import { DEPTH } from "../../../components/stage/cards/depths.ts";
import type { HandsPose } from "../../../components/stage/cards/hands/dealer-hands.ts";
import { handAt, handOf } from "../../../components/stage/cards/hands/gestures.ts";
import { payingDeeds } from "../../../components/stage/cards/payout.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { audibleScene } from "../sound/soundtrack-in-test.ts";
import { BOXES } from "./boxes.ts";
import { isSeen, recordingKit } from "./recording-kit.ts";
import { betsWon, outcomesOf, viewOf } from "./states.ts";

interface Seen {
  side: Paid;
  seen: number;
  way: number;
}

type Payout = Extras<unknown, unknown, Drawing<unknown>, Seen | null>;

type Hands = Extras<unknown, unknown, Drawing<unknown>, HandsPose>;

type AnyScene = Scene<unknown, unknown>;

const RESULT_MS = 4_000;
/** Since when it is known what has won, in ms of phase `result`, and when chips are then at the winner's place. */
const SETTLED_MS = 100;
const LAID_MS = SETTLED_MS + BETS_MS.paidAt;
const SIZE = { width: 390, height: 380 };
const games = [
  {
    slug: "baccarat",
    scene: baccaratScene as unknown as AnyScene,
    extras: baccarat as unknown as Payout,
    hands: baccaratHands as unknown as Hands,
    reachOf: baccaratReach,
    left: "player",
    right: "banker",
  },
  {
    slug: "dragontiger",
    scene: duelScene as unknown as AnyScene,
    extras: dragontiger as unknown as Payout,
    hands: dragontigerHands as unknown as Hands,
    reachOf: dragontigerReach,
    left: "dragon",
    right: "tiger",
  },
];

describe.each(games)("the dealer of $slug", ({ slug, scene, extras, left, right, ...own }) => {
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

  test("is heard as chips are taken, laid down, and put onto the bets", () => {
    for (const outcome of all) {
      const view = play(outcome, "result");
      const lateMs = LAID_MS + laterMs(outcome) - PAY_MS.laidAt;
      const expected = [PAY_MS.takenAt, PAY_MS.laidAt, PAY_MS.letGoAt].map((ms) => ms + lateMs);
      expect(chipsHeard(view)).toEqual(expected);
      expect(chipsHeard(play(outcome, "waiting"))).toEqual([]);
    }
  });

  test("has a hand at the chips all the way from the tray to the winner's place", () => {
    for (const outcome of all) {
      const view = play(outcome, "result");
      const paid = side(outcome);
      const carried = Array.from({ length: RESULT_MS / 20 }, (_, i) => i * 20).flatMap((ms) => {
        const pose = at(view, ms);
        const deeds = payingDeeds(view, winner(outcome), ms);
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
      for (let ms = 0; ms < RESULT_MS; ms += 20) {
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

  // The cause: a pile floated over the tray and along the far rail, where too little of its hand was seen to show that.
  test.each(BOXES)(
    "has them in a hand that is seen, or out of sight, in $width x $height",
    (size) => {
      const looks = { carried: 0, hidden: 0 };
      for (const outcome of all) {
        const view = play(outcome, "result");
        const { kit, parts } = recordingKit();
        const drawing = scene.build(kit, view);
        const held = own.hands.build(kit, view, drawing);
        const from = parts.length;
        const built = extras.build(kit, view, drawing);
        for (const each of [drawing, held, built]) {
          each.resize(size);
        }
        const { tray, winners } = own.reachOf(size, true);
        const reach = winners?.[side(outcome)].reach ?? 0;
        for (let ms = 0; ms < RESULT_MS; ms += 20) {
          const pose = at(view, ms);
          built.show(pose);
          held.show(
            own.hands.pose(view, ms, scene.pose(view, ms), (other) => scene.pose(view, other)),
          );
          if (pose === null || pose.seen < 1 || pose.way >= reach) {
            continue;
          }
          const isHeld = parts
            .slice(0, from)
            .some((part) => part.at.depth === DEPTH.beneath && isSeen(part));
          const piles = parts
            .slice(from)
            .filter((part) => part.kind === "picture" && part.size.width !== tray?.width)
            .filter(isSeen);
          looks[isHeld ? "carried" : "hidden"] += 1;
          expect(piles.length > 0, `${ms} ms`).toBe(isHeld);
        }
      }
      expect(looks.hidden).toBeGreaterThan(20);
      // Where there is no tray, they come from beyond the table.
      expect(looks.carried).toBeGreaterThan(20);
    },
  );

  test("leaves them on the bets, which they are one with before the table is cleared", () => {
    for (const outcome of all) {
      expect(at(play(outcome, "result"), RESULT_MS)?.seen).toBe(0);
      expect(at(play(outcome, "waiting"), 0)).toBeNull();
    }
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

  test("lays chips down where the operator has the hands hidden, and carries none", () => {
    for (const outcome of all) {
      const view = play(outcome, "result", { hands: false });
      const laidMs = LAID_MS + laterMs(outcome);
      expect(at(view, laidMs - 1)).toMatchObject({ seen: 0, way: 1 });
      // They come down on the bets as these take them in.
      expect(at(view, laidMs + 180)?.seen).toBeGreaterThan(0.7);
    }
  });
});
