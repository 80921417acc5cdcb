import { contradiction, requireFields } from "./entry-fields.ts";
import { simpleMarket } from "./market.ts";
import type { MarketGame, Prize } from "./market.ts";

/** The teams from first place to last. */
type BigSixBallRound = readonly string[];

/** The teams in the order of their numbers, 1 to 6. */
const TEAMS = ["rovers", "united", "city", "wanderers", "athletic", "rangers"];
/** The number of rankings of six teams. */
const DEALS = 720;
/** Nearly even money: a 95% return on an event with probability one half. */
const EVENS: Prize = [9, 10];

const numberOfWinner = ([winner = ""]: BigSixBallRound) => TEAMS.indexOf(winner) + 1;

const starts = (round: BigSixBallRound, teams: readonly string[]) =>
  teams.every((team, place) => round[place] === team);

export const bigsixball: MarketGame<BigSixBallRound> = {
  slug: "bigsixball",
  deals: DEALS,
  teams: TEAMS,
  markets: [
    simpleMarket("winner", DEALS / 6, [47, 10], starts, 1),
    simpleMarket(
      "podium",
      DEALS / 2,
      EVENS,
      (round, [team = ""]) => round.slice(0, 3).includes(team),
      1,
    ),
    simpleMarket("last", DEALS / 6, [47, 10], (round, [team]) => round[5] === team, 1),
    simpleMarket("exacta", DEALS / 30, [55, 2], starts, 2),
    simpleMarket("trifecta", DEALS / 120, [113, 1], starts, 3),
    simpleMarket("odd", DEALS / 2, EVENS, (round) => numberOfWinner(round) % 2 === 1),
    simpleMarket("even", DEALS / 2, EVENS, (round) => numberOfWinner(round) % 2 === 0),
    simpleMarket("high", DEALS / 2, EVENS, (round) => numberOfWinner(round) > 3),
    simpleMarket("low", DEALS / 2, EVENS, (round) => numberOfWinner(round) <= 3),
    simpleMarket(
      "head-to-head",
      DEALS / 2,
      EVENS,
      (round, [team = "", other = ""]) => round.indexOf(team) < round.indexOf(other),
      2,
    ),
  ],
  read(entry) {
    requireFields(entry, "bigsixball");
    const ranks = new Map(Object.entries(Object(entry["result_map"]) as object));
    const round = TEAMS.toSorted((a, b) => Number(ranks.get(a)) - Number(ranks.get(b)));
    if (ranks.size !== TEAMS.length || round.some((team, place) => ranks.get(team) !== place + 1)) {
      throw contradiction("its ranks are not 1 to 6, one for each team");
    }
    return round;
  },
};
