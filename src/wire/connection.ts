/**
 * The connection of a table to its service. `stale`: the last request failed. `offline`: the one before it did too.
 * `suspended`: the service answers, but no round is open.
 */
export type Connection = "live" | "stale" | "offline" | "maintenance" | "suspended";

/** Whether no round is open, or none is shown. */
export function isClosed(connection: Connection): boolean {
  return connection === "suspended" || connection === "maintenance";
}
