import { expect, test } from "vitest";
import { DRAGON_TIMES } from "../../../../components/scenes/dragontiger/duel.ts";
import { duelLayout } from "../../../../components/scenes/dragontiger/layout.ts";
import {
  dealtCard,
  layCard,
  spotOn,
  strayedWay,
  strayOf,
} from "../../../../components/stage/cards/dealing.ts";
import { mouthOf } from "../../../../components/stage/cards/shoe.ts";
import type { CardPart, Placement } from "../../../../components/stage/kit.ts";
import { CARD_RATIO } from "../../../../components/stage/measures.ts";

/** Where a card is at every step of its way. */
function wayOf(travels: (place: CardPart) => void): Placement[] {
  const places: Placement[] = [];
  travels({ fit: () => {}, show: () => {}, place: (at) => places.push(at) });
  return places;
}

test.each([
  { width: 830, height: 374 },
  { width: 390, height: 208 },
  { width: 1_280, height: 560 },
])("no card of a duel leaves a table of $width x $height on its way there", ({ width, height }) => {
  const { cardWidth, left, right, shoe, shoePx, off } = duelLayout({ width, height });
  const way = { shoe: mouthOf(shoePx, shoe), off: off[0] };
  for (const place of [left, right]) {
    const places = wayOf((part) => {
      for (let ms = 1; ms <= DRAGON_TIMES.dealMs; ms += 10) {
        const pose = dealtCard({ value: "K", suit: "S" }, DRAGON_TIMES.dealAtMs + ms, DRAGON_TIMES);
        layCard(part, pose, strayedWay({ ...way, place }, ms / DRAGON_TIMES.dealMs, cardWidth), 0);
      }
    });
    for (const { y, angle = 0, scale = 1 } of places) {
      const [across, high] = [cardWidth * Math.abs(Math.sin(angle)), Math.cos(angle) * cardWidth];
      // In the air it is seen a little larger.
      const size = 1.08 * (typeof scale === "number" ? scale : scale[1]);
      expect(y - ((across + high * CARD_RATIO) / 2) * size).toBeGreaterThanOrEqual(-1);
    }
  }
});

test("no two rounds deal a card on the same path, and all lay it on its place", () => {
  const { cardWidth, left, shoe, shoePx, off } = duelLayout({ width: 830, height: 553 });
  const way = { shoe: mouthOf(shoePx, shoe), place: left, off: off[0] };
  const paths = Array.from({ length: 200 }, (_, round) =>
    strayedWay(way, strayOf(round + 1, 0), cardWidth),
  );
  expect(new Set(paths.map((path) => JSON.stringify(spotOn(path, 0.5)))).size).toBe(200);
  for (const path of paths) {
    const { x, y, angle } = spotOn(path, 1);
    expect(Math.hypot(x - left.x, y - left.y)).toBeLessThan(0.02 * cardWidth);
    expect(Math.abs(angle)).toBeLessThan(0.015);
  }
});
