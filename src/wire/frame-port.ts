import type { Theme } from "../look/themes.ts";
import type { BetsFault, BetSpot, SpotPress, TableBets, TableWinners } from "./bets.ts";
import type { Connection } from "./connection.ts";
import type { ProblemCode } from "./problem.ts";

/*
 * What a frame and the page around it say to each other besides the phase messages. The page posts a
 * ConnectMessage with a port to the frame's window; everything else goes through that port, so that a
 * page which never connects hears of nothing but phases.
 */

export const CONNECT_TYPE = "tableside:connect";
export const PORT_VERSION = 1;

/** Posted with one port to the frame's window, after each `load` of the frame. */
export interface ConnectMessage {
  type: typeof CONNECT_TYPE;
  version: typeof PORT_VERSION;
}

/** How a table looks and sounds; null leaves it to the table. */
export interface TableOptions {
  /** A BCP 47 tag; null for the viewer's language. */
  lang: string | null;
  theme: Theme;
  /** `#rrggbb` or `#rgb`; null for gold. */
  accent: string | null;
  muted: boolean;
}

/** Why a frame shows no table, or none to this page; `picture` where it shows one that it could not draw. */
export type FrameErrorCode = ProblemCode | "unsupported_version" | "picture";

/** A refusal as the frame reports it. */
export interface FrameError {
  code: FrameErrorCode;
  /** The status of the frame's page; null if the page itself was answered. */
  status: number | null;
  title: string;
  /** What to do. */
  detail: string;
  /** After this time the frame loads itself again, in ms; null if it does not. */
  retryAfterMs: number | null;
}

/** What a frame says through the port. */
export type FrameMessage =
  /** The frame has taken the port; the table may still be loading. */
  | { type: "connected"; version: typeof PORT_VERSION }
  /** The table shows a round. */
  | { type: "ready"; game: string }
  /** The options that the table has now: after `ready`, and whenever the page has set some. */
  | { type: "options"; options: TableOptions }
  /** What the table shows may be out of date, and why. */
  | { type: "stale"; connection: Exclude<Connection, "live"> }
  /** It is up to date again. */
  | { type: "fresh" }
  | ({ type: "error" } & FrameError)
  /** Where bets lie, once the page has sent bets or asked for presses, and when that changes. */
  | { type: "spots"; spots: readonly BetSpot[] }
  /** A spot was pressed while bets were open. */
  | { type: "bet-spot"; press: SpotPress }
  /** Bets or winners that the page has sent are not shown; the table is as it was. */
  | ({ type: "refused" } & BetsFault);

/** What a page says through the port. */
export type PageMessage =
  /** Options that it leaves out stay as they are. */
  | { type: "options"; options: Partial<TableOptions> }
  /** The bets of a round, in place of those before; null for none. */
  | { type: "bets"; bets: TableBets | null }
  /** The spots that have won in a round; null for none. */
  | { type: "winners"; winners: TableWinners | null }
  /** Whether spots can be pressed before any bets are sent. */
  | { type: "bet-spots"; isOn: boolean };

/** Whether a window message asks for a connection, of whatever version. Also check its source. */
export function isConnect(data: unknown): data is { type: typeof CONNECT_TYPE; version: unknown } {
  return typeof data === "object" && data !== null && "type" in data && data.type === CONNECT_TYPE;
}

const FRAME_TYPES: readonly unknown[] = [
  "connected",
  "ready",
  "options",
  "stale",
  "fresh",
  "error",
  "spots",
  "bet-spot",
  "refused",
];

/**
 * Whether what came through the port is of a kind that we know, and an error has words: of anything else none could
 * be made. A later service may say more.
 */
export function isFrameMessage(data: unknown): data is FrameMessage {
  const { type, detail } = Object(data) as { type?: unknown; detail?: unknown };
  return FRAME_TYPES.includes(type) && (type !== "error" || typeof detail === "string");
}
