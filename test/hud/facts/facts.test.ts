import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { factIndexAt } from "../../../components/element/facts/table-facts.ts";
import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import { factsFor } from "../../../src/hud/facts.ts";
import type { Fact } from "../../../src/hud/facts.ts";
import type { HistoryEntry } from "../../../src/wire/responses.ts";

function gameOf(slug: string): Game {
  const game = findGame(slug);
  if (game === undefined) {
    throw new RangeError(slug);
  }
  return game;
}

const card = (text: string) => ({ value: text.slice(0, -1), suit: text.slice(-1) });

/** Duels, latest first: "9S KH" is the dragon's card and the tiger's. Round 1000 is the latest. */
function duels(daily: number, ...rounds: readonly string[]): HistoryEntry[] {
  const order = "A23456789TJQK";
  return rounds.map((round, index) => {
    const [dragon = "", tiger = ""] = round.split(" ");
    const by = order.indexOf(dragon[0] ?? "") - order.indexOf(tiger[0] ?? "");
    const result = by === 0 ? "tie" : by > 0 ? "dragon" : "tiger";
    return {
      round: 1000 - index,
      daily_round: daily - index,
      date: "2026-11-22",
      dragon: card(dragon),
      tiger: card(tiger),
      result,
    };
  });
}

const TIGER = "2S KH";
const DRAGON = "KS 2H";
const kinds = (facts: readonly Fact[]) => facts.map(({ kind }) => kind);

describe("facts for a game with two sides", () => {
  const game = gameOf("dragontiger");

  test("the first fact is the last finished round", () => {
    const entries = duels(50, TIGER, DRAGON);
    expect(factsFor(game, entries, 1001)[0]).toEqual({ kind: "last", entry: entries[0] });
    expect(factsFor(game, [], 1)).toEqual([]);
  });

  test("a side with at least four wins in its last six rounds is in form", () => {
    const four = duels(50, TIGER, TIGER, DRAGON, DRAGON, TIGER, TIGER);
    const form = { kind: "wins", side: "tiger", times: 4, of: 6 };
    expect(factsFor(game, four, 1001)).toContainEqual(form);
    const three = duels(50, TIGER, DRAGON, TIGER, DRAGON, TIGER, DRAGON);
    expect(kinds(factsFor(game, three, 1001))).not.toContain("wins");
  });

  test("the longest run is stated with the number of rounds counted", () => {
    const run = duels(60, DRAGON, TIGER, TIGER, TIGER, TIGER, DRAGON);
    const longest = { kind: "longest", side: "tiger", length: 4, of: 6 };
    expect(factsFor(game, run, 1001)).toContainEqual(longest);
  });

  test("facts never span a missing round", () => {
    const all = duels(5, TIGER, TIGER, TIGER, TIGER, "7S 7S");
    expect(kinds(factsFor(game, all, 1001))).toEqual(["last", "longest", "ago", "ago"]);
    const withGap = all.filter(({ round }) => round !== 998);
    expect(factsFor(game, withGap, 1001)).toEqual([{ kind: "last", entry: all[0] }]);
  });

  test("the label 'Last round' is used only for the previous round", () => {
    const [latest, ...older] = duels(5, TIGER, DRAGON, TIGER);
    expect(factsFor(game, older, 1001)).toEqual([]);
    expect(factsFor(game, [latest!, ...older], 1000)[0]).toEqual({ kind: "last", entry: older[0] });
  });
});

/** Races, latest first, each with the sides' ids from first to last. */
function races(orders: readonly (readonly string[])[]): HistoryEntry[] {
  return orders.map((ranking, index) => ({
    round: 1000 - index,
    daily_round: 700 - index,
    date: "2026-11-22",
    result_map: Object.fromEntries(ranking.map((id, place) => [id, place + 1])),
  }));
}

describe("facts about a race", () => {
  const game = gameOf("bigsixball");
  const ids = game.sides.map(({ id }) => id);

  test("each number in a fact matches the history", () => {
    const orders = fc.array(fc.shuffledSubarray(ids, { minLength: 6, maxLength: 6 }), {
      minLength: 20,
      maxLength: 60,
    });
    fc.assert(
      fc.property(orders, fc.nat(), (rankings, before) => {
        const round = before + rankings.length + 1;
        const entries = races(rankings).map((entry, index) => ({
          ...entry,
          round: round - 1 - index,
        }));
        const fact = factsFor(game, entries, round).find(({ kind }) => kind === "ahead");
        const { side, behind, times, of } = fact as Fact & { kind: "ahead" };
        const won = rankings
          .slice(0, of)
          .filter((order) => order.indexOf(side) < order.indexOf(behind));
        expect(won.length).toBe(times);
        expect(times * 2).toBeGreaterThanOrEqual(of);
        expect(side).not.toBe(behind);
      }),
    );
  });
});

describe("the facts on a table", () => {
  const at = (elapsedMs: number, count = 4, round = 5) =>
    factIndexAt(count, { round, elapsedMs, remainMs: 18_000 - elapsedMs });

  test("a table shows another fact after the one about the previous round", () => {
    expect(at(2_500)).toBe(0);
    expect(at(7_400)).toBe(0);
    expect(at(7_500)).not.toBe(0);
    expect(at(7_500)).not.toBe(at(7_500, 4, 6));
    expect(at(9_000, 1)).toBe(0);
  });
});
