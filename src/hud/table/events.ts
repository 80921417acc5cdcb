import type { EventType } from "../../games/index.ts";
import type { Phase } from "../../round/phases.ts";
import type { Connection } from "../../wire/connection.ts";
import type { PhaseMessage } from "../../wire/phase-event.ts";
import type { HistoryEntry } from "../../wire/responses.ts";
import type { BetsFault, BetSpot, SpotPress } from "../../wire/spot-bets.ts";

/**
 * Why a table has a fault. `unknown_game`, `bad_base_url`, `unknown_round`, `bad_bets` and `bad_winners` are the page's
 * errors; a table recovers from the others automatically. `unknown_round`: the round to replay does not exist, or is
 * not finished. `bad_bets`, `bad_winners`: the page has set an invalid value, and the table keeps the previous one.
 * `picture`: drawing the table failed, but its text is correct.
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

/** Any game's phase message. */
export type GamePhaseMessage = PhaseMessage<EventType>;

/** The events of `<game-table>`, and their `detail`. */
export interface TableEventDetails {
  /** A phase starts. Not fired on load. */
  phase: GamePhaseMessage;
  /** The table has its first state. */
  ready: { round: number; phase: Phase };
  /** A round is finished: its entry, as in `results`. Not fired for a round that was over on load. */
  result: HistoryEntry;
  /** The table has a fault. */
  error: {
    code: TableFaultCode;
    /** The error, for `bad_bets`, `bad_winners` and `picture`. */
    detail?: string;
  };
  /** The connection to the service has changed. */
  connection: { connection: Connection };
  /** The betting spots, once `bets` or `betSpots` is set, and whenever they change. */
  spots: { spots: readonly BetSpot[] };
  /** A spot was pressed while bets were open. */
  "bet-spot": SpotPress;
}
