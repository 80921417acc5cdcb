import { expect, test } from "vitest";
import { TEAMS } from "../../../src/games/bigsixball/game.ts";
import { games, returnToPlayer } from "../../../src/kit/settle.ts";
import type { Market, MarketGame, Paytable } from "../../../src/kit/settle.ts";
import { variants } from "../../../src/kit/settle/variants.ts";
import { cardAt } from "../../../src/round/cards.ts";
import type { HistoryEntry } from "../../../src/wire/responses.ts";

function race(numbers: string): HistoryEntry & Record<string, unknown> {
  const ranks = TEAMS.map((team, index) => [team, numbers.indexOf(String(index + 1)) + 1]);
  const head = { round: 936_206, daily_round: 206, date: "2026-11-22" };
  return { ...head, result_map: Object.fromEntries(ranks), team_order: [0, 1, 2, 3, 4, 5] };
}

const gameOf = (slug: string) => games.find((game) => game.slug === slug) as MarketGame;

class Count {
  readonly deals: Record<string, number> = {};
  readonly #market: Market;
  readonly #teams: readonly string[];

  constructor(market: Market, teams: readonly string[] = []) {
    this.#market = market;
    this.#teams = teams;
  }

  add(round: unknown, deals: number): void {
    const event = this.#market.event(round, this.#teams);
    if (event !== null) {
      this.deals[event] = (this.deals[event] ?? 0) + deals;
    }
  }
}

const stated = ({ events }: Market) =>
  Object.fromEntries(Object.entries(events).map(([event, { deals }]) => [event, deals]));

test("the odds of Dragon Tiger match all 172,640 pairs of cards", () => {
  const { markets, deals, read } = gameOf("dragontiger");
  const counts = markets.map((market) => new Count(market));
  let all = 0;
  for (let first = 0; first < 52; first += 1) {
    for (let second = 0; second < 52; second += 1) {
      const [dragon, tiger] = [cardAt(first), cardAt(second)];
      const [a, b] = [first % 13, second % 13];
      const entry = { dragon, tiger, result: a > b ? "dragon" : a < b ? "tiger" : "tie" };
      const round = read(entry);
      const ways = 8 * (first === second ? 7 : 8);
      all += ways;
      counts.forEach((count) => count.add(round, ways));
    }
  }
  expect(all).toBe(deals);
  expect(counts.map((count) => count.deals)).toEqual(markets.map(stated));
});

// Markets that depend on points are in test/games/baccarat-enumeration.test.ts. All cards are alike, so the player's
// first card can be fixed when counting pairs.
test("the odds of Baccarat's pairs match a count of every possible first four cards", () => {
  const { markets, deals } = gameOf("baccarat");
  const pairs = markets.filter(({ id }) => id.endsWith("-pair"));
  const counts = pairs.map((market) => new Count(market));
  const left: number[] = Array.from({ length: 52 }, (_, card) => (card === 0 ? 7 : 8));
  const cards = left.map((_, card) => ({ ...cardAt(card), rank: (card % 13) + 1 }));
  const take = (card: number, rest: (ways: number) => void) => {
    const ways = left[card] as number;
    left[card] = ways - 1;
    rest(ways);
    left[card] = ways;
  };
  for (let p2 = 0; p2 < 52; p2 += 1) {
    take(p2, (ofP2) => {
      for (let b1 = 0; b1 < 52; b1 += 1) {
        take(b1, (ofB1) => {
          for (let b2 = 0; b2 < 52; b2 += 1) {
            const round = { player: [cards[0], cards[p2]], banker: [cards[b1], cards[b2]] };
            const ways = 416 * ofP2 * ofB1 * (left[b2] as number) * 412 * 411;
            counts.forEach((count) => count.add(round, ways));
          }
        });
      }
    });
  }
  expect(deals).toBe(416 * 415 * 414 * 413 * 412 * 411);
  expect(counts.map((count) => count.deals)).toEqual(pairs.map(stated));
});

test("the odds of Big Six Ball match all 720 orders, for every choice of teams", () => {
  const { markets, deals, read } = gameOf("bigsixball");
  const orders = arrangements("123456", 6);
  const rounds = orders.map((numbers) => read(race(numbers)));
  expect(orders).toHaveLength(deals);
  for (const market of markets) {
    for (const numbers of arrangements("123456", market.teams)) {
      const teams = [...numbers].map((number) => TEAMS[Number(number) - 1] as string);
      const count = new Count(market, teams);
      rounds.forEach((round) => count.add(round, 1));
      expect(count.deals, `${market.id} ${teams.join()}`).toEqual(stated(market));
    }
  }
});

function arrangements(letters: string, count: number): string[] {
  return count === 0
    ? [""]
    : [...letters].flatMap((letter) =>
        arrangements(letters.replace(letter, ""), count - 1).map((rest) => letter + rest),
      );
}

/** House edges in percent as published elsewhere, for eight decks. */
const published: [
  game: string,
  market: string,
  paytable: keyof typeof variants | "standard",
  edge: string,
][] = [
  ["dragontiger", "dragon", "standard", "3.73"],
  ["dragontiger", "tie", "standard", "32.77"],
  ["dragontiger", "tie", "tie-11", "10.36"],
  ["dragontiger", "suited-tie", "standard", "13.98"],
  ["dragontiger", "tiger-small", "standard", "7.69"],
  ["baccarat", "banker", "standard", "1.06"],
  ["baccarat", "banker", "super-six", "1.46"],
  ["baccarat", "player", "standard", "1.24"],
  ["baccarat", "tie", "standard", "14.36"],
  ["baccarat", "tie", "tie-9", "4.84"],
  ["baccarat", "player-pair", "standard", "10.36"],
  ["baccarat", "either-pair", "standard", "13.71"],
  ["baccarat", "perfect-pair", "standard", "8.05"],
  ["baccarat", "big", "standard", "4.35"],
  ["baccarat", "small", "standard", "5.28"],
];

test.each(published)(
  "the house edge of $0 $1 with the paytable $2 is the published $3%",
  (game, market, name, edge) => {
    const paytable: Paytable = name === "standard" ? {} : variants[name];
    const { numerator, denominator } = returnToPlayer(game, market, paytable);
    expect((100 - (Number(numerator) / Number(denominator)) * 100).toFixed(2)).toBe(edge);
  },
);
