import { expect, test } from "vitest";
import type { BetsModule } from "../../../components/element/bets/load-bets.ts";
import { STALL, worldAt } from "../../../components/scenes/bigsixball/courses.ts";
import { lanesFraming, matrixIn } from "../../../components/scenes/bigsixball/shots.ts";
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

// Cause: upright areas over the slanted lanes missed half of each marble.
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
