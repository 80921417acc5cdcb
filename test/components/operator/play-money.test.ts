import { describe, expect, test } from "vitest";
import { PlayMoney } from "../../../components/site/operator/play-money.ts";
import type { BetsTable } from "../../../components/site/operator/play-money.ts";
import type { RoundState } from "../../../src/wire/answers.ts";

const NOW_MS = 1_800_000_000_000;

const card = (value: string) => ({ suit: "S", value });
/** A round of Dragon Tiger in its result. */
const stateOf = (round: number, dragon: string, tiger: string, result: string) =>
  ({
    round,
    daily_round: 7,
    date: "2026-07-01",
    phase: "result",
    remainMs: 0,
    dragon: card(dragon),
    tiger: card(tiger),
    result,
  }) as RoundState;
const pressOn = (market: string, round = 7) => ({ round, market, teams: [], remainMs: 4_000 });

function openPlayMoney() {
  const shown: unknown[] = [];
  const balances: number[] = [];
  const table: BetsTable = {
    game: "dragontiger",
    show: (bets) => shown.push(bets),
    settle: (winners) => shown.push(winners),
  };
  const money = new PlayMoney((balance) => balances.push(balance));
  return { money, table, shown, balances };
}

describe("the play money of one player", () => {
  test("a press stakes only the player's own play money", () => {
    const { money, table, shown, balances } = openPlayMoney();
    money.press(table, pressOn("dragon"), NOW_MS);
    money.press(table, pressOn("dragon"), NOW_MS + 100);
    expect(balances).toEqual([1_000, 990, 980]);
    expect(shown.at(-1)).toEqual({
      round: 7,
      chip: 10,
      spots: [{ market: "dragon", teams: [], own: 20 }],
    });
  });

  test("a result pays play money once, as the settlement functions compute it", () => {
    const { money, table, shown, balances } = openPlayMoney();
    money.press(table, pressOn("dragon"), NOW_MS);
    money.press(table, pressOn("tie"), NOW_MS);
    money.finish(table, stateOf(7, "5", "5", "tie"));
    money.finish(table, stateOf(7, "5", "5", "tie"));
    // Half of one stake back, eight to one on the other.
    expect(balances).toEqual([1_000, 990, 980, 1_075]);
    expect(shown.at(-1)).toMatchObject({ round: 7, spots: [{ own: 5 }, { own: 90 }] });
  });
});
