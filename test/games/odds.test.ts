import { describe, expect, test } from "vitest";
import { findGame } from "../../src/games/index.ts";
import odds from "./odds.json" with { type: "json" };

/** Compares the odds that players read with the exact enumeration. */
function chancesOf(slug: string): Record<string, number> {
  return Object.fromEntries(findGame(slug)?.odds.map(({ id, chance }) => [id, chance]) ?? []);
}

describe("the odds on the rules sheet", () => {
  test("Baccarat's odds are the exact ones of eight decks", () => {
    const { outcome, total } = odds.baccarat;
    const chances = chancesOf("baccarat");
    expect(chances["banker"]).toBeCloseTo(outcome.banker / total, 10);
    expect(chances["player"]).toBeCloseTo(outcome.player / total, 10);
    expect(chances["tie"]).toBeCloseTo(outcome.tie / total, 10);
    expect(chances["natural"]).toBeCloseTo(naturalChance(), 10);
  });

  test("Dragon Tiger's odds add up", () => {
    const { dragon, tiger, tie, "suited-tie": suited } = chancesOf("dragontiger");
    expect((dragon ?? 0) + (tiger ?? 0) + (tie ?? 0)).toBeCloseTo(1, 12);
    // The tiger's card is one of 31 of the dragon's value, 7 of them of its suit, among 415.
    expect(tie).toBeCloseTo(31 / 415, 12);
    expect(suited).toBeCloseTo(7 / 415, 12);
  });

  test("Big Six Ball's odds are those of 720 equal rankings", () => {
    expect(chancesOf("bigsixball")).toEqual({
      winner: 120 / 720,
      "top-three": 360 / 720,
      "first-two": 24 / 720,
      "first-three": 6 / 720,
    });
  });
});

/** The chance that some two-card total is eight or nine, counted over the points of the first four cards. */
function naturalChance(): number {
  const cards = [128, ...Array.from({ length: 9 }, () => 32)];
  let natural = 0;
  const left = [...cards];
  const draw = (dealt: number[], ways: number): void => {
    if (dealt.length === 4) {
      const [p1 = 0, b1 = 0, p2 = 0, b2 = 0] = dealt;
      if ((p1 + p2) % 10 >= 8 || (b1 + b2) % 10 >= 8) {
        natural += ways;
      }
      return;
    }
    left.forEach((count, points) => {
      if (count > 0) {
        left[points] = count - 1;
        draw([...dealt, points], ways * count);
        left[points] = count;
      }
    });
  };
  draw([], 1);
  return natural / (416 * 415 * 414 * 413);
}
