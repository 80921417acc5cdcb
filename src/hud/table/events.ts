import type { EventType } from "../../games/index.ts";
import type { Phase } from "../../round/phases.ts";
import type { HistoryEntry } from "../../wire/answers.ts";
import type { BetsFault, BetSpot, SpotPress } from "../../wire/bets.ts";
import type { Connection } from "../../wire/connection.ts";
import type { PhaseMessage } from "../../wire/phase-event.ts";

/**
 * Why a table shows no round, or an old one. The first three are faults of the page; a table recovers
 * from the others by itself. `unknown_round`: the round to replay does not exist, or is not finished.
 * `bad_bets`, `bad_winners`: what the page has set for them is not shown, and the table is as it was.
 * `picture`: drawing the table failed. The round and its text are right all the same.
 */
export type TableFaultCode =
  | "unknown_game"
  | "bad_base_url"
  | "unknown_round"
  | "offline"
  | "maintenance"
  | "no_round_open"
  | "picture"
  | BetsFault["code"];

/** The message of a phase, of one of the games there are. */
export type GamePhaseMessage = PhaseMessage<EventType>;

/** The events of `<game-table>` and what the `detail` of each holds. */
export interface TableEventDetails {
  /** A phase starts. Not fired on load. */
  phase: GamePhaseMessage;
  /** The table has its first state. */
  ready: { round: number; phase: Phase };
  /** A round is finished: its entry, as in `results`. None is fired for a round that was over on load. */
  result: HistoryEntry;
  /** The table is in trouble. */
  error: {
    code: TableFaultCode;
    /** What is wrong, for `bad_bets`, `bad_winners` and `picture`. */
    detail?: string;
  };
  /** The connection to the service has changed. */
  connection: { connection: Connection };
  /** Where bets lie, once the page has set bets or asks for presses, and when that changes. */
  spots: { spots: readonly BetSpot[] };
  /** A spot was pressed while bets were open. */
  "bet-spot": SpotPress;
}
