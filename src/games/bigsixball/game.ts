import type { Random } from "../../round/random.ts";
import type { Game } from "../contract.ts";
import { FULL_MINUTE } from "../timing.ts";

/** The team list. `team_order` contains indices into it. */
export const TEAMS = ["rovers", "united", "city", "wanderers", "athletic", "rangers"] as const;
export type Team = (typeof TEAMS)[number];

const COLOURS = {
  rovers: "red",
  united: "blue",
  city: "gold",
  wanderers: "green",
  athletic: "violet",
  rangers: "orange",
} as const satisfies Record<Team, string>;

/** A race of six, fields as on the wire. */
export interface BigSixBallOutcome {
  /** Each team's rank, 1 = first place. */
  result_map: Record<Team, number>;
  /**
   * Launch order for your own pictures: indices, from 0, into the team list. On the stage each team starts in its own
   * lane.
   * @minItems 6
   * @maxItems 6
   */
  team_order: number[];
}

/**
 * A uniformly random order of the indices 0 to 5: five draws, and the remaining index comes last.
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
  const entries = TEAMS.map((team, index) => [team, order.indexOf(index) + 1]);
  // The cast is safe because every team has an entry.
  return Object.fromEntries(entries) as Record<Team, number>;
}

/** When the picture cuts from the finish replay to the podium, and when it names the winner, in ms. */
export const REVEAL_TIMES = [1_700, 2_000] as const;

/** Big Six Ball: a uniform ranking of six teams. The race only illustrates it. */
export const bigsixball: Game<BigSixBallOutcome, "bigsixball", "bigsix_phase"> = {
  slug: "bigsixball",
  code: 3,
  eventType: "bigsix_phase",
  ...FULL_MINUTE,
  sides: TEAMS.map((id, i) => ({ id, letter: `${i + 1}`, colour: COLOURS[id] })),
  roads: [],
  hasPlaces: true,
  hasPairs: false,
  revealTimes: () => REVEAL_TIMES,
  winner: (outcome) => TEAMS.find((team) => outcome.result_map[team] === 1) as Team,
  mark: () => null,
  summary: ({ result_map }) => ({
    ranking: TEAMS.toSorted((a, b) => result_map[a] - result_map[b]),
  }),
  // All 720 rankings are equally likely.
  odds: [
    { id: "winner", chance: 1 / 6 },
    { id: "podium", chance: 1 / 2 },
    { id: "exacta", chance: 1 / 30 },
    { id: "trifecta", chance: 1 / 120 },
  ],
  deal(random) {
    const result_map = ranks(drawOrder(random));
    return { result_map, team_order: drawOrder(random) };
  },
  historyFields: ({ result_map, team_order }) => ({ result_map, team_order }),
  publicFields: (outcome) => ({
    result_map: outcome?.result_map ?? null,
    team_order: outcome?.team_order ?? null,
  }),
};
