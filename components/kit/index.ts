/* The `tableside` entry point: tables in frames. Importing it has no side effects, so a server can import it. */
export { createTable } from "./framed-table.ts";
export type { Table, TableEvents } from "./framed-table.ts";
export { TableError } from "./table-error.ts";
export type { TableErrorCode } from "./table-error.ts";
export type { CreateTableOptions } from "./table-options.ts";
export type { FrameMessage, PageMessage, TableOptions } from "../../src/wire/frame-port.ts";
export type * from "./common-types.ts";
