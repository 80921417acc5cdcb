import type { NamedOutcomes } from "../contract.ts";
import { TEAMS } from "./game.ts";
import type { BigSixBallOutcome } from "./game.ts";
import { raceKindOf } from "./race-kind.ts";

export const namedOutcomes: NamedOutcomes<BigSixBallOutcome> = {
  "photo-finish": ({ result_map }, round) =>
    raceKindOf(
      round,
      TEAMS.map((team) => result_map[team]),
    ) === "photo",
};
