import { describe, expect, test } from "vitest";
import * as baccaratBets from "../../../components/scenes/baccarat/bets.ts";
import { reachOf as coupReach } from "../../../components/scenes/baccarat/extras.ts";
import * as duelBets from "../../../components/scenes/dragontiger/bets.ts";
import { reachOf as duelReach } from "../../../components/scenes/dragontiger/extras.ts";
import { takenAt } from "../../../components/stage/bets/place.ts";
import { betsPose } from "../../../components/stage/bets/pose.ts";
import type { BetsShown } from "../../../components/stage/bets/shown.ts";
import { handAt } from "../../../components/stage/cards/hands/gestures.ts";
import type { HandPose } from "../../../components/stage/cards/hands/gestures.ts";
import { touchAt } from "../../../components/stage/cards/hands/reach.ts";
import { cardSettling } from "../../../components/stage/cards/lost-bets.ts";
import { payingDeeds } from "../../../components/stage/cards/payout.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { BOXES } from "./boxes.ts";
import { viewOf } from "./states.ts";

type Settled = Play<{ readonly result: string | null }>;
type Hands = Record<"left" | "right", HandPose | null>;
type Both = Extras<unknown, unknown, Drawing<unknown>, readonly [unknown, Hands]>;

const games = [
  { slug: "baccarat", bets: baccaratBets, reachOf: coupReach },
  { slug: "dragontiger", bets: duelBets, reachOf: duelReach },
];
const SETTLED_MS = 100;
const SIDES = ["left", "right"] as const;

describe.each(games)("lost bets of $slug", ({ slug, bets, reachOf }) => {
  const extras = bets.extras as unknown as Both;
  const all = fixtures[slug]?.map(({ outcome }) => outcome) ?? [];
  const names = bets.placesIn(BOXES[0]).map(({ market }) => market);
  const pile = { chips: 4, before: 4, sinceMs: 0 };

  function play(outcome: unknown, phase: Phase, more: Partial<Play> = {}): Settled {
    const view = viewOf(slug, outcome, phase);
    const { result = "" } = viewOf(slug, outcome, "result").state as { result?: string };
    const words = { share: "", stake: "", told: [], isPaid: true, isGain: false };
    const spots = names.map((name) => ({
      name,
      total: pile,
      own: pile,
      hasWon: name === result,
      ...words,
    }));
    const told: BetsShown = { settledMs: phase === "result" ? SETTLED_MS : null, spots };
    return { ...view, resultMs: 3_000, bets: told, ...more } as unknown as Settled;
  }
  const hands = (view: Settled, ms: number): Hands =>
    extras.pose(view as Play, ms, null, () => null)[1];
  const spots = (view: Settled, ms: number) => betsPose(view as Play, ms, cardSettling(view));

  test.each(BOXES)("go into the tray in a hand, in $width x $height", (size) => {
    const { tray } = reachOf(size, true);
    for (const outcome of all) {
      const view = play(outcome, "result");
      let moved = 0;
      for (let ms = 0; ms < 3_000; ms += 20) {
        for (const { name, swept, sweptBy = "left" } of spots(view, ms)) {
          const place = bets.placesIn(size).find(({ market }) => market === name);
          const way = place?.ways?.[sweptBy];
          if (!place || !way || swept === 0 || swept === 1) {
            continue;
          }
          moved += 1;
          const hand = hands(view, ms)[sweptBy];
          const at = way.at(1 - swept);
          const held = { ...way, chipPx: place.chipPx, next: { x: 0, y: 0 } };
          const table = { ...reachOf(size, true), winners: { left: held, right: held, tie: held } };
          const touch = hand && touchAt(table, sweptBy, hand, {});
          expect(Math.hypot((touch?.x ?? 1e3) - at.x, (touch?.y ?? 1e3) - at.y)).toBeLessThan(
            place.chipPx,
          );
          // Both piles are drawn together beneath it.
          const [one, other] = [place.total, place.own].map((from) =>
            takenAt(from, place, way, Math.max(0.3, swept)),
          );
          expect(
            Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0)),
          ).toBeLessThan(place.chipPx * 0.51);
        }
      }
      expect(moved).toBeGreaterThan(20);
      for (const { ways } of bets.placesIn(size)) {
        expect(ways?.left.at(0)).toEqual(ways?.right.at(0));
        expect(ways?.left.at(0).y).toBeCloseTo(tray?.y ?? -0.1 * size.width);
      }
    }
  });

  test("are all taken before the result is over, and none before the winner is told", () => {
    for (const outcome of all) {
      const lost = (view: Settled, ms: number) => spots(view, ms).filter(({ paid }) => paid === 0);
      expect(lost(play(outcome, "result"), SETTLED_MS).map(({ swept }) => swept)).toEqual(
        names.map(() => 0),
      );
      expect(lost(play(outcome, "result"), 2_900).map(({ gone }) => gone)).toEqual([1, 1]);
      expect(hands(play(outcome, "betting"), 1_000)).toEqual({ left: null, right: null });
      expect(hands(play(outcome, "revealing"), 7_000)).toEqual({ left: null, right: null });
    }
  });

  test("leave the cards to be seen first: no hand is over the table in the first half second", () => {
    for (const outcome of all) {
      const view = play(outcome, "result");
      for (let ms = 0; ms < SETTLED_MS + 450; ms += 10) {
        expect([ms, hands(view, ms)]).toEqual([ms, { left: null, right: null }]);
      }
    }
  });

  test("move by themselves where the operator has the hands hidden", () => {
    for (const outcome of all) {
      const view = play(outcome, "result", { hands: false });
      for (let ms = 0; ms < 3_000; ms += 50) {
        expect(hands(view, ms)).toEqual({ left: null, right: null });
      }
    }
  });

  test("are never in the hand that pays at the same time", () => {
    for (const outcome of all) {
      const view = play(outcome, "result");
      const { result } = view.state;
      const paid = result === "tie" ? "tie" : result === names[0] ? "left" : "right";
      for (let ms = 0; ms < 3_000; ms += 20) {
        const deeds = payingDeeds(view as Play, result, ms);
        const isBusy = (side: "left" | "right") =>
          hands(view, ms)[side] !== null && handAt(deeds[side], ms) !== null;
        expect(SIDES.filter(isBusy), `${paid} at ${ms} ms`).toEqual([]);
      }
    }
  });
});
