import { describe, expect, test } from "vitest";
import { findGame } from "../../src/games/index.ts";
import { games } from "../../src/kit/settle.ts";
import odds from "./odds.json" with { type: "json" };

/** The odds that players read, by id. */
function chancesOf(slug: string): Record<string, number> {
  return Object.fromEntries(findGame(slug)?.odds.map(({ id, chance }) => [id, chance]) ?? []);
}

describe("the odds on the rules sheet", () => {
  test("Baccarat's odds are exact for eight decks", () => {
    const { outcome, total } = odds.baccarat;
    const chances = chancesOf("baccarat");
    expect(chances["banker"]).toBeCloseTo(outcome.banker / total, 10);
    expect(chances["player"]).toBeCloseTo(outcome.player / total, 10);
    expect(chances["tie"]).toBeCloseTo(outcome.tie / total, 10);
    // baccarat-enumeration.test.ts counts the naturals.
    const { markets = [] } = games.find(({ slug }) => slug === "baccarat") ?? {};
    const naturals = markets.find(({ id }) => id === "natural")?.events["won"]?.deals ?? 0;
    expect(chances["natural"]).toBeCloseTo(naturals / total, 10);
  });

  test("Dragon Tiger's odds are exact for two cards from eight decks", () => {
    const { dragon, tiger, tie, "suited-tie": suited } = chancesOf("dragontiger");
    expect((dragon ?? 0) + (tiger ?? 0) + (tie ?? 0)).toBeCloseTo(1, 12);
    // Of the other 415 cards, 31 have the dragon's value, 7 of them in its suit.
    expect(tie).toBeCloseTo(31 / 415, 12);
    expect(suited).toBeCloseTo(7 / 415, 12);
  });

  test("Big Six Ball's odds match 720 equally likely rankings", () => {
    expect(chancesOf("bigsixball")).toEqual({
      winner: 120 / 720,
      podium: 360 / 720,
      exacta: 24 / 720,
      trifecta: 6 / 720,
    });
  });
});
