import type { Random } from "../../round/random.ts";
import type { Game } from "../contract.ts";
import { FULL_MINUTE } from "../timing.ts";

/** The team list: an index into it is what `team_order` holds. */
export const TEAMS = ["rovers", "united", "city", "wanderers", "athletic", "rangers"] as const;
export type Team = (typeof TEAMS)[number];

/** A race of six, fields as on the wire. */
export interface BigSixBallOutcome {
  /** Each team's rank, 1 = first place. */
  result_map: Record<Team, number>;
  /**
   * Launch order: indices, from 0, into the list of teams. For the picture only.
   * @minItems 6
   * @maxItems 6
   */
  team_order: number[];
}

/**
 * A uniform order of the indices 0 to 5: five draws, and the sixth place goes to what is left.
 * The order of the remaining indices follows the Fisher-Yates swaps of `tbs/1`.
 */
function drawOrder(random: Random): number[] {
  const order = TEAMS.map((_, index) => index);
  for (let i = 0; i < order.length - 1; i++) {
    const j = i + random.below(order.length - i);
    const drawn = order[j] as number;
    order[j] = order[i] as number;
    order[i] = drawn;
  }
  return order;
}

function ranks(order: readonly number[]): Record<Team, number> {
  const rankOf = (team: Team) => order.indexOf(TEAMS.indexOf(team)) + 1;
  return {
    rovers: rankOf("rovers"),
    united: rankOf("united"),
    city: rankOf("city"),
    wanderers: rankOf("wanderers"),
    athletic: rankOf("athletic"),
    rangers: rankOf("rangers"),
  };
}

/** The finish is looked at in slow motion in phase `result` until then, in ms, and then the podium. */
export const REPLAYED_UNTIL_MS = 3_000;
/** So far into phase `result`, in ms, the winner lands on the podium and is named. */
export const WINNER_SEEN_MS = 3_700;

/** Big Six Ball: a uniform ranking of six teams. The race is a drawing of it and never decides it. */
export const bigsixball: Game<BigSixBallOutcome, "bigsixball", "bigsix_phase"> = {
  slug: "bigsixball",
  code: 3,
  eventType: "bigsix_phase",
  ...FULL_MINUTE,
  board: {
    sides: [
      { id: "rovers", letter: "1", colour: "red" },
      { id: "united", letter: "2", colour: "blue" },
      { id: "city", letter: "3", colour: "gold" },
      { id: "wanderers", letter: "4", colour: "green" },
      { id: "athletic", letter: "5", colour: "violet" },
      { id: "rangers", letter: "6", colour: "orange" },
    ],
    roads: [],
    hasPlaces: true,
    replayedUntilMs: REPLAYED_UNTIL_MS,
    winnerSeenMs: WINNER_SEEN_MS,
    winner: (outcome) => TEAMS.find((team) => outcome.result_map[team] === 1) as Team,
    mark: () => null,
    summary: ({ result_map }) => ({
      ranking: TEAMS.toSorted((a, b) => result_map[a] - result_map[b]),
    }),
  },
  // Every one of the 720 rankings is equally likely.
  odds: [
    { id: "winner", chance: 1 / 6 },
    { id: "top-three", chance: 1 / 2 },
    { id: "first-two", chance: 1 / 30 },
    { id: "first-three", chance: 1 / 120 },
  ],
  deal(random) {
    const result_map = ranks(drawOrder(random));
    return { result_map, team_order: drawOrder(random) };
  },
  historyFields(outcome) {
    return { result_map: outcome.result_map, team_order: outcome.team_order };
  },
  publicFields(outcome) {
    return {
      result_map: outcome?.result_map ?? null,
      team_order: outcome?.team_order ?? null,
    };
  },
};
