import { describe, expect, test } from "vitest";
import { BetsBook } from "../../../../components/element/bets/bets-book.ts";
import { findGame } from "../../../../src/games/index.ts";
import type { TableView } from "../../../../src/hud/table/view.ts";
import { words as parts } from "../../../../src/i18n/en/parts.ts";
import { words } from "../../../../src/i18n/en/table.ts";
import type { Phase } from "../../../../src/round/phases.ts";
import type { RoundState } from "../../../../src/wire/responses.ts";

const WINNER_SEEN_MS = 2_000;
const stateOf = (round: number, phase: Phase) => ({ round, phase }) as RoundState;
const [dragonTiger, race] = ["dragontiger", "bigsixball"].map(findGame);
const viewOf = (round: number, phase: Phase, game = dragonTiger, elapsedMs = 0) =>
  ({
    state: stateOf(round, phase),
    words,
    game,
    times: game,
    results: [],
    elapsedMs,
  }) as unknown as TableView;
const at = (round: number, phase: Phase, elapsedMs: number) => ({
  state: stateOf(round, phase),
  elapsedMs,
});
const spot = (market: string, total: number, own = 0) => ({ market, teams: [], total, own });
const bets = (round: number, ...spots: ReturnType<typeof spot>[]) => ({ round, spots, chip: 1 });

describe("the bets that an operator has sent", () => {
  test("a spot with any bets shows at least 1%", () => {
    const book = new BetsBook();
    book.take(bets(7, spot("dragon", 120_000, 1_250), spot("tie", 1), spot("tiger", 0)), null);
    const lines = book.lines(viewOf(7, "betting"));
    const none = { win: "", net: "" };
    expect(lines.get("dragon")).toEqual({ total: "120K", percent: "100%", own: "1.25K", ...none });
    expect(lines.get("tie")?.percent).toBe("1%");
    expect(lines.get("tiger")).toEqual({ total: "", percent: "", own: "", ...none });
  });

  test("a winner that the operator sends early is hidden until the result", () => {
    const book = new BetsBook();
    book.take(bets(7, spot("dragon", 5, 5), spot("tiger", 5)), null);
    const winners = { round: 7, spots: [{ market: "dragon", teams: [], own: 10 }] };
    book.settle(winners, at(7, "betting", 100));
    expect(book.betsFor(viewOf(7, "revealing"), parts.bets)?.spots[0]?.result).toBe("");
    const drawn = book.betsFor(viewOf(7, "result"), parts.bets);
    expect(drawn?.settledMs).toBe(0);
    expect(drawn?.spots.map(({ result, hasWon }) => [result, hasWon])).toEqual([
      ["+5", true],
      ["", false],
    ]);
  });

  test("a bet is marked as lost only once the winner is visible", () => {
    const textsFor = (own: number, phase: Phase, ms: number) => {
      const book = new BetsBook();
      book.take(bets(7, spot("dragon", 50, own), spot("tiger", 50)), null);
      book.settle({ round: 7, spots: [{ market: "tiger", teams: [] }] }, at(7, "betting", 100));
      return book.betsFor(viewOf(7, phase, race, ms), parts.bets)?.spots.map((bet) => bet.result);
    };
    expect(textsFor(5, "result", WINNER_SEEN_MS)).toEqual(["No win", ""]);
    expect(textsFor(5, "waiting", 0)).toEqual(["No win", ""]);
    expect(textsFor(0, "result", WINNER_SEEN_MS)).toEqual(["", ""]);
    expect(textsFor(5, "revealing", 0)).toEqual(["", ""]);
    expect(textsFor(5, "result", WINNER_SEEN_MS - 1)).toEqual(["", ""]);
  });

  test("the net result is announced once for a round with several bets", () => {
    const book = new BetsBook();
    book.take(bets(7, spot("dragon", 50, 100), spot("tie", 50, 50)), null);
    book.settle({ round: 7, spots: [{ market: "tie", teams: [], own: 100 }] }, null);
    const lines = book.lines(viewOf(7, "result"));
    expect(lines.get("dragon")).toMatchObject({ win: "", net: "" });
    expect(lines.get("tie")).toMatchObject({ win: "100", net: "−50" });
  });
});
