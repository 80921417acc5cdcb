import type { Board, Game, StateFields } from "../games/contract.ts";
import type { BetTiming } from "../games/timing.ts";
import type { GameWords, Words } from "../i18n/words.ts";
import type { HistoryEntry, RoundState } from "../wire.ts";
import type { Connection } from "./connection.ts";
import type { Controls } from "./controls.ts";

/** Everything a table shows at one moment: the hud is a function of it. */
export interface TableView {
  game: Game;
  /** What the server last said; null before its first word. */
  state: RoundState | null;
  /** How the state's round runs. */
  times: BetTiming;
  /** Finished rounds, latest first. */
  results: readonly HistoryEntry[];
  /** How far the state's phase has run by the server's clock, in ms. */
  elapsedMs: number;
  /** Left of the betting time by the server's clock, in ms; 0 outside betting. */
  remainMs: number;
  /** The zone of `date` and `daily_round`, an IANA name. */
  timeZone: string;
  connection: Connection;
  /** How long ago the server last answered, in ms. */
  ageMs: number;
  controls: Controls;
  /** False where no renderer is to be had: the table is told in words then. */
  hasPicture: boolean;
  words: Words;
}

/** What a scene draws: a round's state in its game's own fields, and the words on the table. */
export interface SceneView<Outcome = unknown> {
  state: RoundState<StateFields<Outcome>>;
  board: Board<Outcome>;
  words: GameWords;
}
