import type { Theme } from "../look/theme-names.ts";
import type { Connection } from "./connection.ts";
import type { ProblemCode } from "./problem.ts";
import type { BetsFault, BetSpot, SpotPress, TableBets, TableWinners } from "./spot-bets.ts";

/*
 * The messages between a frame and its parent page, except phase messages. The page posts a ConnectMessage with a port
 * to the frame's window. All other messages go through that port, so a page that never connects gets only phase
 * messages.
 */

export const CONNECT_TYPE = "tableside:connect";
export const PORT_VERSION = 1;

/** Posted with one port to the frame's window, after each `load` of the frame. */
export interface ConnectMessage {
  type: typeof CONNECT_TYPE;
  version: typeof PORT_VERSION;
}

/** The look and sound of a table; null keeps the table's default. */
export interface TableOptions {
  /** A BCP 47 tag; null for the viewer's language. */
  lang: string | null;
  theme: Theme;
  /** `#rrggbb` or `#rgb`; null for gold. */
  accent: string | null;
  muted: boolean;
}

/** Why a frame does not show a table to this page; `picture` if it cannot draw the table. */
export type FrameErrorCode = ProblemCode | "unsupported_version" | "picture";

/** An error as the frame reports it. */
export interface FrameError {
  code: FrameErrorCode;
  /** The HTTP status of the frame's page; null if the page itself loaded. */
  status: number | null;
  title: string;
  /** What to do. */
  detail: string;
  /** The time until the frame reloads itself, in ms; null if it does not. */
  retryAfterMs: number | null;
}

/** A message from the frame. */
export type FrameMessage =
  /** The frame has accepted the port; the table might still be loading. */
  | { type: "connected"; version: typeof PORT_VERSION }
  /** The table shows a round. */
  | { type: "ready"; game: string }
  /** The table's current options; sent after `ready` and whenever the page has set some. */
  | { type: "options"; options: TableOptions }
  /** The table might be out of date, for this reason. */
  | { type: "stale"; connection: Exclude<Connection, "live"> }
  /** The table is up to date again. */
  | { type: "fresh" }
  | ({ type: "error" } & FrameError)
  /** The betting spots; sent once the page has sent bets or enabled presses, and when the spots move. */
  | { type: "spots"; spots: readonly BetSpot[] }
  /** A spot was pressed while bets were open. */
  | { type: "bet-spot"; press: SpotPress }
  /** The table rejected bets or winners from the page, and is unchanged. */
  | ({ type: "refused" } & BetsFault);

/** A message from the page. */
export type PageMessage =
  /** Absent options stay as they are. */
  | { type: "options"; options: Partial<TableOptions> }
  /** A round's bets, which replace earlier bets; null for none. */
  | { type: "bets"; bets: TableBets | null }
  /** A round's winning spots; null for none. */
  | { type: "winners"; winners: TableWinners | null }
  /** Whether viewers can press spots before the page has sent bets. */
  | { type: "bet-spots"; isOn: boolean };

/** Whether a window message requests a connection, in any version. Also check its source. */
export function isConnect(data: unknown): data is { type: typeof CONNECT_TYPE; version: unknown } {
  return typeof data === "object" && data !== null && "type" in data && data.type === CONNECT_TYPE;
}

const IS_KNOWN: Readonly<Record<FrameMessage["type"], true>> = {
  connected: true,
  ready: true,
  options: true,
  stale: true,
  fresh: true,
  error: true,
  spots: true,
  "bet-spot": true,
  refused: true,
};

const FRAME_TYPES: readonly unknown[] = Object.keys(IS_KNOWN);

/**
 * Whether a message from the port has a known type, and an error has the `detail` that a TableError needs. A newer
 * service can send other types.
 */
export function isFrameMessage(data: unknown): data is FrameMessage {
  const { type, detail } = Object(data) as { type?: unknown; detail?: unknown };
  return FRAME_TYPES.includes(type) && (type !== "error" || typeof detail === "string");
}
