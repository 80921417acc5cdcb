import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BetsBook, chipsFor } from "../../../components/bets/book.ts";
import { fixtures } from "../../../src/games/bigsixball/fixtures.ts";
import { findGame } from "../../../src/games/index.ts";
import { words as en } from "../../../src/i18n/en/bets.ts";
import { words } from "../../../src/i18n/en/table.ts";
import type { Phase } from "../../../src/round/phases.ts";
import type { TableView } from "../../../src/table/view.ts";
import type { RoundState } from "../../../src/wire.ts";

/** When a race names its winner, and one that nobody else was near to win. */
const [WINNER_SEEN_MS, CLEARLY_SEEN_MS] = [3_700, 2_700];
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

describe("the bets that an operator has told", () => {
  test("show in their round alone", () => {
    const book = new BetsBook();
    expect(book.shown(viewOf(7, "betting"))).toBeUndefined();
    book.take(bets(7, spot("dragon", 5)), null);
    for (const phase of ["betting", "revealing", "result", "waiting"] as const) {
      expect(book.shown(viewOf(7, phase))?.spots).toHaveLength(1);
    }
    expect(book.shown(viewOf(8, "betting"))).toBeUndefined();
    expect(book.shown({ ...viewOf(7, "betting"), state: null })).toBeUndefined();
    book.take(null, null);
    expect(book.shown(viewOf(7, "betting"))).toBeUndefined();
  });

  test("grow from what lay there, at the moment at which they came", () => {
    const book = new BetsBook();
    book.take(bets(7, spot("dragon", 10)), at(7, "betting", 2_000));
    book.take(bets(7, spot("dragon", 1_000), spot("tie", 1)), at(7, "betting", 5_000));
    const [dragon, tie] = book.shown(viewOf(7, "betting"))?.spots ?? [];
    expect(dragon?.total).toEqual({ chips: 5, before: 2, sinceMs: 5_000 });
    expect(tie?.total).toEqual({ chips: 1, before: 0, sinceMs: 5_000 });
    expect(dragon?.own.chips).toBe(0);
  });

  // The cause: told ten times a second, chips that were still in the air lay there at once.
  test("come down one after the other however often they are told meanwhile", () => {
    const pileOf = (everyMs: number) => {
      const book = new BetsBook();
      book.take(null, null);
      for (let ms = 2_000; ms <= 2_600; ms += everyMs) {
        book.take(bets(7, spot("dragon", 0, 10 ** ((ms - 2_000) / 100))), at(7, "betting", ms));
      }
      return book.shown(viewOf(7, "betting"))?.spots[0]?.own;
    };
    expect(pileOf(600)).toEqual({ chips: 8, before: 1, sinceMs: 2_600 });
    expect(pileOf(100)).toEqual({ chips: 8, before: 0, sinceMs: 2_000 });
  });

  test("lie there at once for who comes to a table in mid-round, and come down from then on", () => {
    const book = new BetsBook();
    book.take(bets(7, spot("dragon", 10)), at(7, "betting", 4_000));
    const total = () => book.shown(viewOf(7, "betting"))?.spots[0]?.total;
    expect(total()).toMatchObject({ chips: 2, sinceMs: -Infinity });
    book.take(bets(7, spot("dragon", 1_000)), at(7, "betting", 5_000));
    expect(total()).toEqual({ chips: 5, before: 2, sinceMs: 5_000 });
  });

  test("make piles as high as their shares of all stakes, the highest by all there is", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 6 }),
        (totals) => {
          const book = new BetsBook();
          book.take(bets(7, ...totals.map((total, i) => spot(`m${i}`, total))), null);
          const piles =
            book.shown(viewOf(7, "betting"))?.spots.map(({ total }) => total.chips) ?? [];
          const most = Math.max(...totals);
          const highest = chipsFor(
            totals.reduce((sum, total) => sum + total),
            1,
          );
          expect(Math.max(...piles)).toBe(highest);
          for (const [i, total] of totals.entries()) {
            const shared = most === 0 ? 0 : (highest * total) / most;
            // Half a chip is no chip, and a little is never nothing.
            expect(Math.abs((piles[i] ?? 0) - shared)).toBeLessThanOrEqual(
              total > 0 && shared < 1 ? 1 : 0.5,
            );
            expect((piles[i] ?? 0) > 0).toBe(total > 0);
          }
        },
      ),
    );
  });

  test("lie there already for who comes late, and stay as they are when they are told again", () => {
    const book = new BetsBook();
    book.take(bets(7, spot("dragon", 10)), at(7, "revealing", 2_000));
    expect(book.shown(viewOf(7, "revealing"))?.spots[0]?.total.sinceMs).toBe(-Infinity);
    book.take(bets(8, spot("dragon", 10)), at(8, "betting", 300));
    book.take(bets(8, spot("dragon", 11)), at(8, "betting", 900));
    expect(book.shown(viewOf(8, "betting"))?.spots[0]?.total.sinceMs).toBe(300);
  });

  test("are written in shares and short amounts, and a little is never nothing", () => {
    const book = new BetsBook();
    book.take(bets(7, spot("dragon", 120_000, 1_250), spot("tie", 1), spot("tiger", 0)), null);
    const lines = book.lines(viewOf(7, "betting"));
    const none = { win: "", net: "" };
    expect(lines.get("dragon")).toEqual({ total: "120K", share: "100%", own: "1.25K", ...none });
    expect(lines.get("tie")?.share).toBe("1%");
    expect(lines.get("tiger")).toEqual({ total: "", share: "", own: "", ...none });
  });

  test("tell who has won not before the result, whenever the operator says so", () => {
    const book = new BetsBook();
    book.take(bets(7, spot("dragon", 5, 5), spot("tiger", 5)), null);
    const winners = { round: 7, spots: [{ market: "dragon", teams: [], own: 10 }] };
    book.settle(winners, at(7, "betting", 100));
    expect(book.shown(viewOf(7, "revealing"), en)?.spots[0]?.told).toEqual([]);
    const shown = book.shown(viewOf(7, "result"), en);
    expect(shown?.settledMs).toBe(0);
    expect(shown?.spots.map(({ told: text, hasWon }) => [text, hasWon])).toEqual([
      [["+5"], true],
      [[], false],
    ]);
  });

  test("tell a player of the round not before the winner is seen, and nobody who has bet nothing", () => {
    const toldTo = (own: number, phase: Phase, ms: number) => {
      const book = new BetsBook();
      book.take(bets(7, spot("dragon", 50, own), spot("tiger", 50)), null);
      book.settle({ round: 7, spots: [{ market: "tiger", teams: [] }] }, at(7, "betting", 100));
      return book.shown(viewOf(7, phase, race, ms), en)?.spots.map((each) => each.told);
    };
    expect(toldTo(5, "result", WINNER_SEEN_MS)).toEqual([["No win"], []]);
    expect(toldTo(5, "waiting", 0)).toEqual([["No win"], []]);
    expect(toldTo(0, "result", WINNER_SEEN_MS)).toEqual([[], []]);
    expect(toldTo(5, "revealing", 0)).toEqual([[], []]);
    expect(toldTo(5, "result", WINNER_SEEN_MS - 1)).toEqual([[], []]);
  });

  test("speak of what comes back on a spot, and of the round once", () => {
    const book = new BetsBook();
    book.take(bets(7, spot("dragon", 50, 100), spot("tie", 50, 50)), null);
    book.settle({ round: 7, spots: [{ market: "tie", teams: [], own: 100 }] }, null);
    const lines = book.lines(viewOf(7, "result"));
    expect(lines.get("dragon")).toMatchObject({ win: "", net: "" });
    expect(lines.get("tie")).toMatchObject({ win: "100", net: "−50" });
  });

  // The cause: what a player had won stood on the cloth while the finish of the race was still replayed.
  test("of a race are settled as its winner is named, and no line says so before", () => {
    const book = new BetsBook();
    const winners = { round: 7, spots: [{ market: "dragon", teams: [], own: 10 }] };
    book.take(bets(7, spot("dragon", 5, 5)), null);
    book.settle(winners, at(7, "result", 0));
    const before = viewOf(7, "result", race, WINNER_SEEN_MS - 1);
    expect(book.shown(before)?.settledMs).toBe(WINNER_SEEN_MS);
    expect(book.lines(before).get("dragon")?.win).toBe("");
    const named = viewOf(7, "result", race, WINNER_SEEN_MS);
    expect(book.lines(named).get("dragon")?.win).toBe("10");
  });

  test("of a race that was won clearly are settled as early as it names its winner", () => {
    const book = new BetsBook();
    book.take(bets(9, spot("rovers", 5, 5)), null);
    book.settle(
      { round: 9, spots: [{ market: "rovers", teams: [], own: 10 }] },
      at(9, "result", 0),
    );
    const clearAt = (ms: number) => {
      const view = viewOf(9, "result", race, ms);
      return { ...view, state: Object.assign({}, view.state, fixtures[0]?.outcome) };
    };
    expect(book.shown(clearAt(0))?.settledMs).toBe(CLEARLY_SEEN_MS);
    const winAt = (ms: number) => book.lines(clearAt(ms)).get("rovers")?.win;
    expect([winAt(CLEARLY_SEEN_MS - 1), winAt(CLEARLY_SEEN_MS)]).toEqual(["", "10"]);
  });

  test("are settled from the moment on at which the winners came, once", () => {
    const book = new BetsBook();
    book.take(bets(7, spot("dragon", 5)), null);
    expect(book.shown(viewOf(7, "result"))?.settledMs).toBeNull();
    book.settle({ round: 7, spots: [] }, at(7, "result", 800));
    book.settle({ round: 7, spots: [] }, at(7, "result", 1_500));
    expect(book.shown(viewOf(7, "result"))?.settledMs).toBe(800);
    book.settle({ round: 6, spots: [] }, at(7, "result", 1_600));
    expect(book.shown(viewOf(7, "result"))?.settledMs).toBeNull();
  });

  test.each([
    [0, 1, 0],
    [1e-9, 1, 1],
    [1, 1, 1],
    [100, 1, 4],
    [10_000, 100, 4],
    [1e12, 1e-6, 8],
  ])("%d in chips of %d make a pile of %d", (amount, chip, pile) => {
    expect(chipsFor(amount, chip)).toBe(pile);
  });
});
