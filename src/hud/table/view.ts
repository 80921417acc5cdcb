import type { Game, Side, StateFields } from "../../games/contract.ts";
import type { BetTiming } from "../../games/timing.ts";
import type { GameWords } from "../../i18n/game-words.ts";
import type { Words } from "../../i18n/words.ts";
import type { Connection } from "../../wire/connection.ts";
import type { HistoryEntry, RoundState } from "../../wire/responses.ts";
import type { Controls } from "./controls.ts";

export interface Replays {
  readonly service: string | null;
  readonly host: { readonly theme: string; readonly accent: string };
}

/** Everything that a table shows at one time. The HUD is a function of it. */
export interface TableView {
  game: Game;
  /** The latest state from the server; null before the first one. */
  state: RoundState | null;
  times: BetTiming;
  /** Finished rounds, latest first. */
  results: readonly HistoryEntry[];
  /** How long the state's phase has run on the server's clock, in ms. */
  elapsedMs: number;
  /** What the picture still shows before it names the winner: the finish replay, or the podium. */
  awaits?: "replay" | "winner" | undefined;
  /** Whether the picture shows each state without motion, and so reveals a result immediately. */
  isMotionless?: boolean;
  /** Time left to bet on the server's clock, in ms; 0 outside betting. */
  remainMs: number;
  /** Whether the table belongs to a sandbox, and is marked as such. */
  isSandbox?: boolean;
  /** The zone of `date` and `daily_round`, an IANA name. */
  timeZone: string;
  connection: Connection;
  /** How long ago the server last sent the state, in ms. */
  ageMs: number;
  controls: Controls;
  /** Where replays are; if omitted, the table does not link to replays. */
  replays?: Replays;
  /** False if the table cannot be drawn, and its outcome appears as text. */
  hasPicture: boolean;
  words: Words;
}

/** A scene's input: a round's state with its game's fields, the game's sides, and the words on the table. */
export interface SceneView<Outcome = unknown> {
  state: RoundState<StateFields<Outcome>>;
  sides: readonly Side[];
  words: GameWords;
}
