import type { Board, Game, StateFields } from "../../games/contract.ts";
import type { BetTiming } from "../../games/timing.ts";
import type { GameWords } from "../../i18n/game-words.ts";
import type { Words } from "../../i18n/words.ts";
import type { HistoryEntry, RoundState } from "../../wire/answers.ts";
import type { Connection } from "../../wire/connection.ts";
import type { Controls } from "./controls.ts";

/** The address of the service, and the table whose attributes say how its replays look. */
export interface Replays {
  readonly service: string | null;
  readonly host: { readonly theme: string; readonly accent: string };
}

/** Everything that a table shows at one moment. The hud is a function of it. */
export interface TableView {
  game: Game;
  /** The state that the server sent last; null before the first one. */
  state: RoundState | null;
  /** The times of the state's round. */
  times: BetTiming;
  /** Finished rounds, latest first. */
  results: readonly HistoryEntry[];
  /** How long the state's phase has run by the server's clock, in ms. */
  elapsedMs: number;
  /** What the picture shows of a result before it names the winner: the finish once more, or who comes up on the podium. */
  awaits?: "replay" | "winner" | undefined;
  /** Whether the picture shows every state as it comes to rest: then it tells at once what others see happen. */
  isStill?: boolean;
  /** Time left to bet by the server's clock, in ms; 0 outside betting. */
  remainMs: number;
  /** Whether the table is one of a sandbox, which it then says. */
  isSandbox?: boolean;
  /** The zone of `date` and `daily_round`, an IANA name. */
  timeZone: string;
  connection: Connection;
  /** How long ago the server last sent the state, in ms. */
  ageMs: number;
  controls: Controls;
  /** Where finished rounds are played again, looking as this table does. Left out, nothing leads there. */
  replays?: Replays;
  /** False if the table cannot be drawn: its outcome is then shown as text. */
  hasPicture: boolean;
  words: Words;
}

/** What a scene draws: a round's state in its game's own fields, and the words on the table. */
export interface SceneView<Outcome = unknown> {
  state: RoundState<StateFields<Outcome>>;
  board: Board<Outcome>;
  words: GameWords;
}
