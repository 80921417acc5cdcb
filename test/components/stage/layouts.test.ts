import { describe, expect, test } from "vitest";
import { PILE_HIGH, twoHandsLayout } from "../../../components/scenes/baccarat/layout.ts";
import { AT_GATES, courseLayout } from "../../../components/scenes/bigsixball/course.ts";
import { courseAt, COURSES } from "../../../components/scenes/bigsixball/courses.ts";
import { rowsOf } from "../../../components/scenes/bigsixball/name-rows.ts";
import { duelLayout } from "../../../components/scenes/dragontiger/layout.ts";
import type { BetArc } from "../../../components/stage/cards/paint/bets.ts";
import {
  CARD_RATIO,
  clearHeight,
  COUNT_RING,
  rimInset,
} from "../../../components/stage/measures.ts";
import type { CountPlace } from "../../../components/stage/measures.ts";
import {
  DIMMING_LIT_PX,
  DIMMING_PX,
  dimmingSpread,
} from "../../../components/stage/paint/light.ts";
import { cornerShifts, leanAt } from "../../../components/stage/paint/table-outline.ts";

/** Boxes of the common embeds, and some in between. */
const BOXES = [
  [830, 335],
  [390, 330],
  [390, 165],
  [320, 125],
  [1_280, 560],
  [830, 440],
  [390, 560],
  [390, 180],
  [320, 135],
  [600, 600],
  [1_280, 620],
  [300, 300],
  [280, 480],
  [1_200, 190],
  [1_920, 780],
].map(([width = 0, height = 0]) => ({ width, height }));

describe.each(BOXES)("in a box of $width x $height", ({ width, height }) => {
  const clear = clearHeight(height) + 1;

  test("both hands lie on the table, clear of the banner and of each other", () => {
    const layout = twoHandsLayout({ width, height });
    const { cardWidth } = layout;
    for (const hand of [layout.left, layout.right]) {
      for (const { x, y, angle } of hand.spots) {
        const [w, h] = [cardWidth, cardWidth * CARD_RATIO];
        const [across, high] = angle === 0 ? [w, h] : [h, w];
        expect(x - across / 2).toBeGreaterThanOrEqual(0);
        expect(x + across / 2).toBeLessThanOrEqual(width);
        expect(Math.abs(x - width / 2)).toBeGreaterThanOrEqual(across / 2);
        expect(y - high / 2).toBeGreaterThanOrEqual(0);
        expect(y + high / 2).toBeLessThanOrEqual(clear);
        // In a tall box places are clear of both lines of the rim at its sides.
        const rim = height > width ? 1.45 * rimInset(height) : 0;
        expect(Math.abs(x - width / 2) + across / 2).toBeLessThanOrEqual(width / 2 - rim);
      }
      expect(hand.total.y + layout.badgePx / 2).toBeLessThanOrEqual(clear);
    }
  });

  test("places lean as the table does: not at all in its middle, and at its sides as those", () => {
    const size = { width, height };
    const { far, near } = cornerShifts(size);
    expect(leanAt(size, width / 2)).toBe(0);
    expect(leanAt(size, width)).toBeCloseTo((far + near) / height);
    for (const { left, right } of [twoHandsLayout(size), duelLayout(size)]) {
      const [one, other] = [
        "spots" in left ? left.spots[0] : left,
        "spots" in right ? right.spots[1] : right,
      ];
      expect(one.lean).toBeLessThan(0);
      expect(other.lean).toBeCloseTo(-(one.lean ?? 0));
    }
  });

  test("where faces are small a third card lies upright, to be read as the others are", () => {
    const { cardWidth, left, right } = twoHandsLayout({ width, height });
    for (const { spots, area } of [left, right]) {
      expect(spots[2].angle === 0 || cardWidth >= 50).toBe(true);
      for (const { x, y, angle } of spots) {
        const [across, down] = angle === 0 ? [1, CARD_RATIO] : [CARD_RATIO, 1];
        expect(Math.abs(x - area.x) + (cardWidth * across) / 2).toBeLessThanOrEqual(
          area.width / 2 + 1,
        );
        expect(Math.abs(y - area.y) + (cardWidth * down) / 2).toBeLessThanOrEqual(
          area.height / 2 + 1,
        );
      }
    }
  });

  test("the places of bets lie between the hands and the rim of the table", () => {
    const [duel, hands] = [duelLayout({ width, height }), twoHandsLayout({ width, height })];
    const clears = ({ x, y, radius, thick }: BetArc, off: number, foot: number) =>
      y + Math.sqrt((radius - thick / 2) ** 2 - Math.min(off, width / 2 - 40) ** 2) > foot && x > 0;
    const bands = [hands.bets, ...(duel.bets ? [duel.bets] : [])];
    for (const bets of bands) {
      expect(bets.y + bets.radius + bets.thick / 2).toBeLessThan(height - rimInset(height));
      const reach = (bets.radius + bets.thick / 2) * Math.sin(bets.half);
      expect(reach).toBeLessThan(width / 2 - rimInset(height));
      // The sign of the house stands in the middle of the box.
      expect(bets.x).toBe(width / 2);
    }
    const { badgePx, cardWidth, right } = hands;
    const totalX = right.total.x - width / 2;
    expect(clears(hands.bets, totalX, right.total.y + badgePx / 2)).toBe(true);
    const third = right.spots[2];
    expect(clears(hands.bets, third.x - width / 2, third.y + cardWidth / 2)).toBe(true);
    // In a low box the names of a duel have the room that is left.
    expect(duel.bets === null).toBe(height < 260);
    const name = duel.right.x - width / 2;
    for (const bets of bands.slice(1)) {
      expect(clears(bets, name, duel.typeY + duel.typePx * 0.5)).toBe(true);
    }
  });

  test("a full pile of chips on the band does not reach up to the third card", () => {
    const { chips, chipPx, bets, left, right, cardWidth } = twoHandsLayout({ width, height });
    for (const [{ x, y }, third] of [
      [chips.left, left.spots[2]],
      [chips.right, right.spots[2]],
    ] as const) {
      const isBeneath = Math.abs(x - third.x) < (cardWidth * CARD_RATIO + chipPx) / 2;
      const free = y - PILE_HIGH * chipPx - (third.y + cardWidth / 2);
      // In low and in tall boxes the band is flat already, right beneath the cards.
      const isFlat = bets.radius * (1 - Math.cos(bets.half)) < 2.5 || height > width * 0.74;
      expect(free >= 0 || isFlat || !isBeneath).toBe(true);
    }
  });

  test("the shade around a card reaches over all of the box", () => {
    const { cardWidth } = duelLayout({ width, height });
    for (const reach of [cardWidth * 1.25, cardWidth * 1.5]) {
      const half = ((DIMMING_PX / 2) * reach * dimmingSpread(reach, width)) / DIMMING_LIT_PX;
      expect(half).toBeGreaterThanOrEqual(width);
    }
  });

  test("chips are stacked on the outer half of the band of bets, and nowhere without one", () => {
    const [duel, hands] = [duelLayout({ width, height }), twoHandsLayout({ width, height })];
    // The cause: in low boxes, which have no room for a band, chips lay on bare cloth beside the cards.
    expect(duel.chips === null).toBe(duel.bets === null);
    for (const { chips, chipPx, bets } of [duel, hands]) {
      for (const { x, y, next } of chips === null ? [] : [chips.left, chips.right]) {
        for (const stack of [0, 1]) {
          const foot = { x: x + stack * next.x, y: y + stack * next.y };
          expect(Math.abs(foot.x - width / 2) + chipPx / 2).toBeLessThanOrEqual(width / 2);
          expect(foot.y + chipPx / 2).toBeLessThanOrEqual(height);
          const isOn = (band: BetArc) =>
            Math.abs(Math.hypot(foot.x - band.x, foot.y - band.y) - band.radius) < 0.01 &&
            Math.abs(foot.x - band.x) > band.radius * Math.sin(band.half / 2);
          expect(bets !== null && isOn(bets)).toBe(true);
        }
      }
    }
  });

  // Beneath the pairs it covered the tie with all that was bet there: it may lie over the edges of places without cards.
  test("the number of the last seconds is on the table, and covers no name, no word and no more than edges of places", () => {
    const [duel, hands] = [duelLayout({ width, height }), twoHandsLayout({ width, height })];
    for (const { count } of [duel, hands, courseLayout({ width, height })]) {
      const radius = (count.px * COUNT_RING) / 2;
      expect(count.px).toBeGreaterThan(12);
      expect(count.x - radius).toBeGreaterThanOrEqual(0);
      expect(count.x + radius).toBeLessThanOrEqual(width);
      expect(count.y - radius).toBeGreaterThanOrEqual(0);
      expect(count.y + radius).toBeLessThanOrEqual(height);
    }
    // Within the rim of the table, which lies right below it.
    const { y, px } = hands.count;
    expect(y + (px * COUNT_RING) / 2).toBeLessThan(height - rimInset(height));
    const clears = (
      { count }: { count: CountPlace },
      box: { x: number; y: number },
      across: number,
      high: number,
    ) => {
      const radius = (count.px * COUNT_RING) / 2;
      const [x, y] = [Math.abs(count.x - box.x) - across / 2, Math.abs(count.y - box.y) - high / 2];
      return Math.max(x, y) >= radius * 0.99;
    };
    for (const spot of [duel.left, duel.right]) {
      expect(clears(duel, spot, duel.cardWidth / 2, duel.cardWidth * CARD_RATIO)).toBe(true);
      expect(clears(duel, { x: spot.x, y: duel.typeY }, duel.typePx * 4.5, duel.typePx)).toBe(true);
    }
    for (const { spots, name } of [hands.left, hands.right]) {
      for (const spot of spots.slice(0, 2)) {
        expect(clears(hands, spot, hands.cardWidth / 2, hands.cardWidth * CARD_RATIO)).toBe(true);
      }
      expect(clears(hands, name, hands.typePx * 5, hands.typePx)).toBe(true);
    }
  });

  test("all balls are in sight at the gates, with room ahead of them, and so is every cell of the list", () => {
    const { shot, seen, stall, list, tall } = courseLayout({ width, height });
    const gates = shot(AT_GATES);
    for (let lane = 0; lane < 6; lane++) {
      const { x, y } = seen(gates, stall(lane));
      const radius = gates.unit / 2;
      expect(x - radius).toBeGreaterThanOrEqual(0);
      expect(x + radius).toBeLessThanOrEqual(width);
      expect(y - radius).toBeGreaterThanOrEqual(tall ? 0 : list.foot - radius);
      expect(y + radius).toBeLessThanOrEqual(height);
      expect(tall ? y : width - x).toBeGreaterThan(gates.unit * 4.5);
    }
    for (let row = 0; row < 6; row++) {
      const { x, y } = list.cells(row);
      expect(x - list.cellPx / 2).toBeGreaterThanOrEqual(0);
      expect(x + list.cellPx / 2).toBeLessThanOrEqual(width);
      expect(y - list.chipPx / 2).toBeGreaterThanOrEqual(0);
      expect(y + list.chipPx / 2).toBeLessThanOrEqual(height);
    }
  });

  test("the camera at the line, once balls are over it, sees all of its width, and how far balls roll out beyond it", () => {
    const { shot, seen, list } = courseLayout({ width, height });
    for (const { path, length, halfWidth } of Array.from({ length: COURSES }, (_, i) =>
      courseAt(i),
    ).map((course) => ({
      path: course.path,
      length: course.length,
      halfWidth: course.halfWidth(course.length),
    }))) {
      const over = path.at(length + 4);
      const at = shot({ ...AT_GATES, x: over.x, y: over.y, gates: 0, line: 1, close: 0 });
      for (const far of [length, length + 8.3]) {
        for (const across of [0.5 - halfWidth, halfWidth - 0.5]) {
          const { x, y } = seen(at, path.at(far, across));
          expect(x - at.unit * 0.5).toBeGreaterThanOrEqual(0);
          expect(x + at.unit * 0.5).toBeLessThanOrEqual(width);
          expect(y - at.unit * 0.5).toBeGreaterThanOrEqual(list.foot - at.unit);
          expect(y + at.unit * 0.5).toBeLessThanOrEqual(height);
        }
      }
    }
  });

  test("the podium stands in the box with its winner on it", () => {
    const { podium } = courseLayout({ width, height });
    expect(podium.x - podium.step * 1.5).toBeGreaterThanOrEqual(0);
    expect(podium.x + podium.step * 1.5).toBeLessThanOrEqual(width);
    expect(podium.y - podium.step * 0.78 - podium.ballPx).toBeGreaterThanOrEqual(0);
  });
});

test("what is lettered on a table grows with it on a large screen, and stays as it is on others", () => {
  const sizes = (width: number, height: number) => {
    const [duel, hands] = [duelLayout({ width, height }), twoHandsLayout({ width, height })];
    return [
      duel.typePx,
      hands.typePx,
      hands.bets.typePx,
      courseLayout({ width, height }).list.chipPx,
    ];
  };
  const [usual, large] = [sizes(830, 380), sizes(1_920, 780)];
  expect(usual.map(Math.round)).toEqual([24, 21, 15, 32]);
  large.forEach((px, i) => expect(px / (usual[i] ?? 0)).toBeGreaterThan(1.25));
});

test("names of balls stand in two rows where those of neighbours would touch in one", () => {
  // "Wanderers" in type of 11 pixels, in lanes of tables 300, 390 and 480 pixels wide.
  expect(rowsOf({ typePx: 11, lanePx: 43, widestPx: 62 })).toEqual({ rows: 2, typePx: 9 });
  expect(rowsOf({ typePx: 14, lanePx: 56, widestPx: 79 })).toEqual({ rows: 2, typePx: 12 });
  expect(rowsOf({ typePx: 14, lanePx: 70, widestPx: 79 })).toEqual({ rows: 1, typePx: 10 });
  for (let lanePx = 36; lanePx < 90; lanePx++) {
    const { rows, typePx } = rowsOf({ typePx: 14, lanePx, widestPx: 79 });
    expect(typePx).toBeGreaterThanOrEqual(9);
    expect((79 * typePx) / 14).toBeLessThanOrEqual(lanePx * rows);
  }
});
