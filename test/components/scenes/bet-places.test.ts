import { expect, test } from "vitest";
import type { BetsModule } from "../../../components/element/bets/load-bets.ts";
import { games as marketGames } from "../../../src/kit/settle/games.ts";
import { spotKey } from "../../../src/wire/bets.ts";

const modules = import.meta.glob<BetsModule>("../../../components/scenes/*/bets.ts", {
  eager: true,
});
/** A wide box, a tall one and the smallest one. */
const SIZES = [
  { width: 830, height: 375 },
  { width: 300, height: 420 },
  { width: 320, height: 137 },
];

test.each(marketGames.map((game) => [game.slug, game] as const))(
  "every bet spot of %s is a market that can be settled",
  (slug, game) => {
    const placesIn = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn;
    const [places = [], ...others] = SIZES.map((size) => placesIn?.(size) ?? []);
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
