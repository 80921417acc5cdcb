import type { NamedOutcomes } from "../contract.ts";
import { TEAMS } from "./game.ts";
import type { BigSixBallOutcome } from "./game.ts";
import { pickRaceKind } from "./race-kind.ts";

export const namedOutcomes: NamedOutcomes<BigSixBallOutcome> = {
  "photo-finish": ({ result_map }, round) =>
    pickRaceKind(
      round,
      TEAMS.map((team) => result_map[team]),
    ) === "photo",
};
