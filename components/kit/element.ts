/*
 * The `tableside/element` entry point: registers <game-table>. It does nothing where custom elements do not exist, such
 * as on a server.
 */

export type * from "./common-types.ts";
export type { GameTableAttributes, GameTableJsx } from "./jsx.d.ts";
export type {
  GameTableBets,
  GameTableElement,
  GameTableEventMap,
  GameTableOptions,
  GameTableState,
} from "../../src/hud/table/table-element.ts";
export type { TableEventDetails, TableFaultCode } from "../../src/hud/table/events.ts";
export type { Phase } from "../../src/round/phases.ts";
export type { HistoryEntry } from "../../src/wire/responses.ts";

/** Resolves when `<game-table>` is registered, or immediately where custom elements do not exist. */
export const registered: Promise<void> =
  "HTMLElement" in globalThis ? import("../game-table.ts").then(() => {}) : Promise.resolve();
