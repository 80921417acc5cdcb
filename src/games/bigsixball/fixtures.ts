import type { Fixture } from "../contract.ts";
import { TEAMS } from "./game.ts";
import type { BigSixBallOutcome, Team } from "./game.ts";

/**
 * Rankings whose races look different from each other. The kind of race depends on the round and the ranking; the
 * titles apply to the previews' round.
 */
export const fixtures: readonly Fixture<BigSixBallOutcome>[] = [
  { title: "Runaway: rovers", outcome: race("rovers united city wanderers athletic rangers") },
  {
    title: "Photo finish: city, rovers, wanderers",
    outcome: race("city rovers wanderers rangers athletic united"),
  },
  {
    title: "From last to first: rangers",
    outcome: race("rangers wanderers athletic united rovers city"),
  },
  {
    title: "Battle: united ahead of athletic",
    outcome: race("united athletic rangers wanderers rovers city"),
  },
  {
    title: "Photo finish: rangers, united, city",
    outcome: race("rangers united city wanderers rovers athletic"),
  },
  {
    title: "Runaway: athletic",
    outcome: race("athletic rangers wanderers united rovers city"),
  },
];

function race(text: string): BigSixBallOutcome {
  const ranking = text.split(" ") as Team[];
  const result_map = Object.fromEntries(TEAMS.map((team) => [team, ranking.indexOf(team) + 1]));
  return { result_map: result_map as Record<Team, number>, team_order: [3, 0, 5, 1, 4, 2] };
}
