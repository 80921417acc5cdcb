import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { duelLayout } from "../../../../components/scenes/dragontiger/layout.ts";
import { handAt, leftMs } from "../../../../components/stage/cards/hands/gestures.ts";
import type { Reachable } from "../../../../components/stage/cards/hands/reach.ts";
import { touchAt } from "../../../../components/stage/cards/hands/reach.ts";
import {
  reachingShoe,
  shoeAt,
  shoeDeeds,
  shoeStances,
} from "../../../../components/stage/cards/shoe-change.ts";
import type { Play } from "../../../../components/stage/scene.ts";
import type { Phase } from "../../../../src/round/phases.ts";
import { roomOf } from "../../../../src/table/room.ts";
import { outcomesOf, viewOf } from "../../scenes/states.ts";

const TIMING = { intervalMs: 30_000 };
const outcome = fc.sample(outcomesOf("dragontiger"), { numRuns: 1, seed: 1 })[0];

/** A table in the nth round of a day. */
function play(nth: number, phase: Phase): Play {
  const view = viewOf("dragontiger", outcome, phase) as Play;
  return { ...view, room: roomOf({ daily_round: nth }, TIMING) };
}

/** The last round of a board, and the first one of the next. */
const [LAST, FIRST] = [144, 145];
const MOMENTS = Array.from({ length: 600 }, (_, i) => i * 20);

describe("the shoe of a board", () => {
  test("is emptied round by round, and full again on the next board", () => {
    const gone = Array.from({ length: 144 }, (_, i) => shoeAt(play(i + 1, "waiting"), 0).gone);
    expect(gone.slice(0, 72)).toEqual(gone.slice(0, 72).toSorted((a, b) => a - b));
    expect(gone[0]).toBe(0);
    expect(gone[72]).toBe(0);
  });

  test("is left alone but for the last round of a board and the first one of the next", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_880 }), fc.nat(14_000), (nth, ms) => {
        fc.pre(nth % 72 > 1);
        expect(shoeAt(play(nth, "betting"), ms)).toMatchObject({ shoe: 1, cut: 0 });
        expect(shoeDeeds(play(nth, "betting"))).toEqual({ left: [], right: [] });
      }),
    );
  });

  test("gets the cut card laid on its lid before the last round, where that lies all through it", () => {
    const cuts = MOMENTS.map((ms) => shoeAt(play(LAST, "betting"), ms).cut);
    expect([cuts[0], cuts.at(-1)]).toEqual([0, 1]);
    for (const phase of ["revealing", "result", "waiting"] as const) {
      expect(shoeAt(play(LAST, phase), 500)).toMatchObject({ shoe: 1, cut: 1 });
    }
    expect(shoeAt(play(FIRST, "betting"), 0)).toMatchObject({ shoe: 1, cut: 1 });
  });

  test("goes, and another one with other backs comes while none is seen", () => {
    const poses = MOMENTS.map((ms) => shoeAt(play(FIRST, "betting"), ms));
    const turn = poses.findIndex(({ gone }) => gone === 0);
    expect([poses[turn - 1]?.shoe, poses[turn]?.shoe]).toEqual([2, 2]);
    expect(poses[turn - 1]?.board).not.toBe(poses[turn]?.board);
    expect(poses.at(-1)).toEqual(shoeAt(play(FIRST, "revealing"), 0));
    expect(poses.at(-1)).toMatchObject({ shoe: 1, cut: 0, gone: 0 });
  });

  test("is never moved but by a hand, which is gone again before bets close", () => {
    for (const nth of [LAST, FIRST]) {
      const view = play(nth, "betting");
      const { right } = shoeDeeds(view);
      const moved = MOMENTS.slice(1).filter((ms) => {
        const [before, now] = [shoeAt(view, ms - 20), shoeAt(view, ms)];
        return before.shoe !== now.shoe || before.cut !== now.cut;
      });
      expect(moved.length).toBeGreaterThan(20);
      for (const ms of moved) {
        expect(right.some(({ fromMs, untilMs }) => fromMs < ms && ms - 20 <= untilMs)).toBe(true);
      }
      expect(leftMs(right)).toBeLessThan(12_000);
      expect(handAt(right, 0)).toBeNull();
    }
  });
});

test("no hand reaches over a table for a shoe that is not seen", () => {
  const size = { width: 200, height: 300 };
  const { cardWidth, left, shoe, shoePx, off } = duelLayout(size);
  const way = { shoe, place: left, off: off[0], fromAside: null };
  const bare: Reachable = {
    size,
    cardPx: cardWidth,
    handPx: cardWidth,
    mouth: shoe,
    tray: null,
    winners: null,
    wayOf: () => way,
  };
  const table = reachingShoe(bare, shoePx, shoe);
  const view = play(FIRST, "betting");
  for (const ms of MOMENTS) {
    const hand = handAt(shoeDeeds(view).right, ms);
    const touch = hand && touchAt(table, "right", hand, shoeStances(shoeAt(view, ms)));
    expect(touch === null || touch.x > size.width + cardWidth || touch.y < -cardWidth).toBe(true);
  }
});
