import type { EventType } from "../games/index.ts";
import type { PhaseMessage } from "../phase-event.ts";
import type { Phase } from "../round/phases.ts";
import type { HistoryEntry } from "../wire.ts";
import type { Connection } from "./connection.ts";

/**
 * Why a table shows no round, or an old one. The first two are faults of the page; a table recovers
 * from the others by itself.
 */
export type TableFaultCode =
  | "unknown_game"
  | "bad_base_url"
  | "offline"
  | "maintenance"
  | "no_round_open";

/** The message of a phase, of one of the games there are. */
export type GamePhaseMessage = PhaseMessage<EventType>;

/** The events of `<game-table>` and what the `detail` of each holds. */
export interface TableEventDetails {
  /** A phase has begun. None is fired on load. */
  phase: GamePhaseMessage;
  /** The table has its first state. */
  ready: { round: number; phase: Phase };
  /** A round is finished: its entry, as in `results`. None is fired for a round that was over on load. */
  result: HistoryEntry;
  /** The table is in trouble. */
  error: { code: TableFaultCode };
  /** The connection to the service has changed. */
  connection: { connection: Connection };
}
