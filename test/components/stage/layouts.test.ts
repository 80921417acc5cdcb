import { describe, expect, test } from "vitest";
import { twoHandsLayout } from "../../../components/scenes/baccarat/layout.ts";
import { courseLayout, seenIn } from "../../../components/scenes/bigsixball/course.ts";
import { duelLayout } from "../../../components/scenes/dragontiger/layout.ts";
import type { BetArc } from "../../../components/stage/cards/paint/bets.ts";
import {
  CARD_RATIO,
  clearHeight,
  COUNT_RING,
  rimInset,
} from "../../../components/stage/measures.ts";
import type { CountPlace } from "../../../components/stage/measures.ts";

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

  test("chips are stacked on the outer half of the band of bets, or beside the cards", () => {
    const [duel, hands] = [duelLayout({ width, height }), twoHandsLayout({ width, height })];
    for (const { chips, chipPx, bets } of [duel, hands]) {
      for (const { x, y, next } of [chips.left, chips.right]) {
        for (const stack of [0, 1]) {
          const foot = { x: x + stack * next.x, y: y + stack * next.y };
          expect(Math.abs(foot.x - width / 2) + chipPx / 2).toBeLessThanOrEqual(width / 2);
          expect(foot.y + chipPx / 2).toBeLessThanOrEqual(height);
          const isOn = (band: BetArc) =>
            Math.abs(Math.hypot(foot.x - band.x, foot.y - band.y) - band.radius) < 0.01 &&
            Math.abs(foot.x - band.x) > band.radius * Math.sin(band.half / 2);
          expect(bets === null || isOn(bets)).toBe(true);
        }
      }
    }
    const beside = Math.abs(duel.right.x - duel.chips.right.x);
    expect(duel.bets !== null || beside > duel.cardWidth / 2 + duel.chipPx / 2).toBe(true);
  });

  test("the number of the last seconds is on the table, and covers no place, no name and no word", () => {
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
      expect(clears(duel, spot, duel.cardWidth, duel.cardWidth * CARD_RATIO)).toBe(true);
      expect(clears(duel, { x: spot.x, y: duel.typeY }, duel.typePx * 4.5, duel.typePx)).toBe(true);
    }
    for (const { spots, name } of [hands.left, hands.right]) {
      for (const spot of spots.slice(0, 2)) {
        expect(clears(hands, spot, hands.cardWidth, hands.cardWidth * CARD_RATIO)).toBe(true);
      }
      expect(clears(hands, name, hands.typePx * 5, hands.typePx)).toBe(true);
    }
  });

  test("the whole course is in sight, from gate to run-out, and so is every row of the list", () => {
    const { at, ballPx, list } = courseLayout({ width, height });
    for (const along of [0, 0.5, 1, 1.07]) {
      for (let lane = 0; lane < 6; lane++) {
        const { x, y, scale } = at(along, lane);
        const radius = (ballPx * scale) / 2;
        expect(x - radius).toBeGreaterThanOrEqual(0);
        expect(x + radius).toBeLessThanOrEqual(width);
        expect(y - radius).toBeGreaterThanOrEqual(0);
        // The near rail is the end of the picture: a ball may reach over it a little.
        expect(y + radius).toBeLessThanOrEqual(height + radius * 0.3);
      }
    }
    for (let row = 0; row < 6; row++) {
      const { x, y } = list.cells(row);
      expect(x - list.cellPx / 2).toBeGreaterThanOrEqual(0);
      expect(x + list.cellPx / 2).toBeLessThanOrEqual(width);
      expect(y - list.chipPx / 2).toBeGreaterThanOrEqual(0);
      expect(y + list.chipPx / 2).toBeLessThanOrEqual(height);
    }
  });

  test("the camera at the finish sees every lane, and the balls that roll out beyond the line", () => {
    const { at, shot, ballPx, list } = courseLayout({ width, height });
    for (const along of [0.9, 1, 1.19]) {
      for (let lane = 0; lane < 6; lane++) {
        const { x, y, scale } = seenIn(
          shot({ zoom: 1, push: 1, close: 0, clear: 0, along: 1 }),
          at(along, lane),
        );
        const radius = (ballPx * scale) / 2;
        expect(x - radius).toBeGreaterThanOrEqual(0);
        expect(x + radius).toBeLessThanOrEqual(width);
        expect(y - radius * 0.7).toBeGreaterThanOrEqual(list.foot);
        expect(y + radius * 0.7).toBeLessThanOrEqual(height);
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
