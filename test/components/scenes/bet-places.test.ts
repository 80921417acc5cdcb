import { expect, test } from "vitest";
import type { BetsModule } from "../../../components/element/bets/load-bets.ts";
import { STALL, worldAt } from "../../../components/scenes/bigsixball/courses.ts";
import { lanesFraming, matrixIn } from "../../../components/scenes/bigsixball/shots.ts";
import { labelAt } from "../../../components/stage/bets/bet-place.ts";
import { inBox } from "../../../components/stage/plates.ts";
import { games as marketGames } from "../../../src/kit/settle/games.ts";
import { spotKey } from "../../../src/wire/spot-bets.ts";

const modules = import.meta.glob<BetsModule>("../../../components/scenes/*/bets.ts", {
  eager: true,
});
const placesOf = (slug: string) =>
  (modules[`../../../components/scenes/${slug}/bets.ts`] as BetsModule).placesIn;
const SIZES = [
  { width: 830, height: 375 },
  { width: 300, height: 420 },
  { width: 320, height: 137 },
];

test.each(marketGames.map((game) => [game.slug, game] as const))(
  "every betting spot of %s has a market that can be settled",
  (slug, game) => {
    const [places = [], ...others] = SIZES.map((size) => placesOf(slug)(size));
    const names = places.map(spotKey);
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(new Set(names).size).toBe(names.length);
    for (const other of others) {
      expect(other.map(spotKey)).toEqual(names);
    }
    for (const { market, teams } of places) {
      expect(game.markets.find(({ id }) => id === market)?.teams).toBe(teams.length);
      expect(teams.every((team) => game.teams.includes(team))).toBe(true);
    }
  },
);

/** Part of a chip or label that may be cut off, in CSS pixels. */
const CUT_PX = 2;

// Cause: at the size in the docs, the strip with the roads cut off the labels, and whole piles in the race.
test.each(marketGames.map(({ slug }) => [slug, placesOf(slug)] as const))(
  "all bets and their labels are visible: %s",
  (_, placesIn) => {
    for (const [width, height] of [
      [830, 375],
      [830, 433],
      [740, 300],
      [684, 283],
      [984, 460],
      [480, 250],
      [390, 400],
      [390, 180],
      [320, 137],
    ] as const) {
      const cut = placesIn({ width, height }).flatMap((place) => {
        const { chipPx, typePx, total, own, hasLabels } = place;
        const piles = [total, own];
        const labels = hasLabels ? piles.map((pile) => labelAt(place, pile, 8)) : [];
        const boxes = [
          ...piles.map((at) => ({ ...at, rx: chipPx / 2, ry: chipPx * 0.37 })),
          ...labels.map((at) => ({ ...at, rx: typePx, ry: typePx / 2 })),
        ];
        return boxes.filter(
          ({ x, y, rx, ry }) =>
            Math.min(x - rx, y - ry) < -CUT_PX ||
            x + rx > width + CUT_PX ||
            y + ry > height + CUT_PX,
        );
      });
      expect([width, height, ...cut]).toEqual([width, height]);
    }
  },
);

// Cause: upright areas beside the slanted lanes missed half of each marble.
test.each(SIZES)("a press on a marble is a press on its team, at $width x $height", (size) => {
  const places = modules["../../../components/scenes/bigsixball/bets.ts"]?.placesIn(size) ?? [];
  for (const [lane, place] of places.entries()) {
    const at = worldAt(0, (lane - 2.5) * STALL);
    const marble = inBox(matrixIn("grid"), lanesFraming(size), at);
    const hit = places.filter(
      ({ box, lean }) =>
        Math.abs(marble.x - box.x - lean * (box.y - marble.y)) < box.width / 2 &&
        Math.abs(marble.y - box.y) < box.height / 2,
    );
    expect(hit).toEqual([place]);
  }
});
