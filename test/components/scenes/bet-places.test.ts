import { describe, expect, test } from "vitest";
import type { BetsModule } from "../../../components/element/bets/load-bets.ts";
import type { BetPlace } from "../../../components/stage/bets/place.ts";
import { games as marketGames } from "../../../src/kit/settle/games.ts";
import { nameOfSpot } from "../../../src/wire/bets.ts";
import { BOXES } from "./boxes.ts";
import { overlap } from "./recording-kit.ts";

const modules = import.meta.glob<BetsModule>("../../../components/scenes/*/bets.ts", {
  eager: true,
});
/** The boxes of the usual tables, and of 1920x1080 and 300x600. */
const SIZES = [...BOXES, { width: 1920, height: 800 }, { width: 300, height: 420 }];

const chipsOf = ({ total, own, chipPx }: BetPlace) =>
  [total, own].map((at) => ({ ...at, width: chipPx, height: chipPx * 0.8 }));

describe.each(marketGames.map((game) => [game.slug, game] as const))(
  "the spots of %s",
  (slug, game) => {
    const placesIn = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn;

    test("are markets that bets can be settled of, each once and the same in every box", () => {
      const names = SIZES.map((size) => (placesIn?.(size) ?? []).map(nameOfSpot));
      expect(new Set(names.map(String)).size).toBe(1);
      expect(names[0]?.length).toBeGreaterThanOrEqual(3);
      expect(new Set(names[0]).size).toBe(names[0]?.length);
      for (const { market, teams } of placesIn?.(SIZES[0] ?? { width: 1, height: 1 }) ?? []) {
        expect(game.markets.find(({ id }) => id === market)?.teams).toBe(teams.length);
        expect(teams.every((team) => game.teams.includes(team))).toBe(true);
      }
    });

    test.each(SIZES)("lie in a box of $width x $height, apart from one another", (size) => {
      const places = placesIn?.(size) ?? [];
      for (const place of places) {
        for (const { x, y } of [place.total, place.own]) {
          expect(x).toBeGreaterThan(place.chipPx * 0.4);
          expect(x).toBeLessThan(size.width - place.chipPx * 0.4);
          expect(y).toBeLessThan(size.height - place.chipPx * 0.3);
        }
        expect(place.box.width).toBeGreaterThanOrEqual(24);
        // Before a lettered band they lie one a little before the other.
        const apart = Math.hypot(place.total.x - place.own.x, place.total.y - place.own.y);
        expect(apart).toBeGreaterThan(place.chipPx * 0.75);
      }
      const chips = places.flatMap((place) =>
        chipsOf(place).map((box) => ({ ...box, spot: nameOfSpot(place) })),
      );
      const touching = chips.flatMap((one) =>
        chips.filter((other) => other.spot !== one.spot && overlap(one, other)),
      );
      expect(touching).toEqual([]);
    });
  },
);
