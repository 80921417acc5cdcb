import { describe, expect, test } from "vitest";
import { statistics } from "../../src/hud/statistics.ts";
import { coups, race } from "./outcomes.ts";
import { visibleText, textOf, viewWith } from "./table-view.ts";

function rows(text: string): string[] {
  const [, body = ""] = /<tbody>(.*?)<\/tbody>/.exec(text) ?? [];
  return [...body.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) => visibleText(row ?? ""));
}

describe("statistics for a game with roads", () => {
  const text = textOf(statistics(viewWith("baccarat", coups("BBTPPPTT"))));

  test("the statistics have a row for every side", () => {
    expect(visibleText(text)).toContain("8 results Side Rounds Share Streak Longest Pairs");
    expect(rows(text)).toEqual([
      "P Player 3 38% 3 3 3",
      "B Banker 2 25% 0 2 0",
      "= Tie 3 38% 2 2 –",
    ]);
  });
});

describe("race statistics", () => {
  const orders = ["123456", "214365", "132456", ...Array.from({ length: 9 }, () => "654321")];
  const text = textOf(statistics(viewWith("bigsixball", orders.map(race))));

  test("the statistics state each team's wins, share of wins and podiums", () => {
    expect(rows(text)).toEqual([
      "1 Rovers 2 17% 3",
      "2 United 1 8% 3",
      "3 City 0 0% 2",
      "4 Wanderers 0 0% 10",
      "5 Athletic 0 0% 9",
      "6 Rangers 9 75% 9",
    ]);
  });
});
