/*
 * Rounds as the command line prints them, against their exact odds:
 * `npm run -s rounds -- GAME --from 1 --count 2000000 --secret HEX | node test/bench/odds.ts`.
 *
 * Prints Pearson's chi-square of each statistic beside the limit that fair rounds keep to in 99 of 100
 * samples.
 */
import { createInterface } from "node:readline";
import type { BaccaratOutcome } from "../../src/games/baccarat/rules.ts";
import type { BigSixBallOutcome } from "../../src/games/bigsixball/game.ts";
import type { DragonTigerOutcome } from "../../src/games/dragontiger/game.ts";
import odds from "../games/odds.json" with { type: "json" };
import type { Odds } from "../support/chi-square.ts";
import { chiSquare, chiSquareLimit, freedomOf, Tally, uniform } from "../support/chi-square.ts";

/** A statistic of one game: what it counts, and what that is held against. */
interface Statistic {
  readonly name: string;
  readonly odds: Odds;
  keyOf(entry: never): string;
}

function permutations(of: readonly string[]): string[] {
  return of.length === 0
    ? [""]
    : of.flatMap((first) =>
        permutations(of.filter((other) => other !== first)).map((rest) => first + rest),
      );
}

const orders = uniform(permutations(["0", "1", "2", "3", "4", "5"]));

const dragonTiger: Statistic[] = [
  {
    name: "results and suited ties",
    odds: odds.dragon_tiger.outcome_suited,
    keyOf: ({ dragon, tiger, result }: DragonTigerOutcome) =>
      result === "tie" ? `tie_${dragon.suit === tiger.suit ? "suited" : "offsuit"}` : result,
  },
];
const baccarat: Statistic[] = [
  {
    name: "results",
    odds: odds.baccarat.outcome,
    keyOf: ({ result }: BaccaratOutcome) => result,
  },
  {
    name: "results by the number of cards",
    odds: odds.baccarat.outcome_by_cards,
    keyOf: ({ result, player_cards, banker_cards }: BaccaratOutcome) =>
      `${result}_${player_cards.length + banker_cards.length}`,
  },
  {
    name: "both totals",
    odds: odds.baccarat.joint_final_totals,
    keyOf: ({ player_total, banker_total }: BaccaratOutcome) => `${player_total}-${banker_total}`,
  },
];
const race: Statistic[] = [
  {
    name: "rankings",
    odds: orders,
    keyOf: ({ result_map }: BigSixBallOutcome) =>
      Object.values(result_map)
        .map((rank) => rank - 1)
        .join(""),
  },
  {
    name: "launch orders",
    odds: orders,
    keyOf: ({ team_order }: BigSixBallOutcome) => team_order.join(""),
  },
];

function statisticsOf(entry: object): Statistic[] {
  if ("dragon" in entry) {
    return dragonTiger;
  }
  return "player_cards" in entry ? baccarat : race;
}

const tallies = new Map<Statistic, Tally>();
for await (const line of createInterface({ input: process.stdin })) {
  const entry = JSON.parse(line) as object;
  for (const statistic of statisticsOf(entry)) {
    const tally = tallies.get(statistic) ?? new Tally();
    tallies.set(statistic, tally);
    tally.add(statistic.keyOf(entry as never));
  }
}

console.table(
  [...tallies].map(([statistic, tally]) => ({
    statistic: statistic.name,
    rounds: tally.total,
    "chi-square": chiSquare(tally, statistic.odds).toFixed(2),
    "99 of 100 below": chiSquareLimit(freedomOf(statistic.odds)).toFixed(2),
  })),
);
