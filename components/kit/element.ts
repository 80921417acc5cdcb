/*
 * The entry `tableside/element`: registers <game-table>. Where there are no elements, as on a server
 * that renders a page, it does nothing.
 */

export type {
  GameTableElement,
  GameTableEventMap,
  GameTableOptions,
  GameTableState,
} from "../../src/table/element.ts";
export type { TableEventDetails, TableFaultCode } from "../../src/table/events.ts";
export type { GamePhaseMessage as PhaseMessage } from "../../src/table/events.ts";
export type { GameSlug } from "../../src/games/index.ts";
export type { Theme } from "../../src/look/themes.ts";
export type { Phase } from "../../src/round/phases.ts";
export type { Connection } from "../../src/table/connection.ts";
export type { HistoryEntry } from "../../src/wire.ts";

/** Resolves when `<game-table>` is registered; at once where there are no elements. */
export const registered: Promise<void> =
  "HTMLElement" in globalThis ? import("../game-table.ts").then(() => {}) : Promise.resolve();
