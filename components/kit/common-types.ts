/* The types that a frame (`tableside`) and the element (`tableside/element`) share. */
export type { GameSlug } from "../../src/games/index.ts";
export type { Theme } from "../../src/look/theme-names.ts";
export type {
  BetsFault,
  BetSpot,
  SpotBets,
  SpotName,
  SpotPress,
  SpotWin,
  TableBets,
  TableWinners,
} from "../../src/wire/spot-bets.ts";
export type { Connection } from "../../src/wire/connection.ts";
export type { GamePhaseMessage as PhaseMessage } from "../../src/hud/table/events.ts";
