import type { NamedOutcomes } from "../contract.ts";
import type { DragonTigerOutcome } from "./game.ts";

export const namedOutcomes: NamedOutcomes<DragonTigerOutcome> = {
  "suited-tie": ({ dragon, tiger, result }) => result === "tie" && dragon.suit === tiger.suit,
};
