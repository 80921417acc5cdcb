/**
 * A table's connection to the service. `stale`: the last request failed. `offline`: at least two requests in a row
 * failed. `suspended`: the service responds, but no round is open.
 */
export type Connection = "live" | "stale" | "offline" | "maintenance" | "suspended";

/** Whether the table is closed: no round is open, or the service is in maintenance. */
export function isClosed(connection: Connection): boolean {
  return connection === "suspended" || connection === "maintenance";
}
