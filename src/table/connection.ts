/**
 * How fresh the state on a table is; `suspended`: no round is open, and the next one may be.
 */
export type Connection = "live" | "stale" | "offline" | "maintenance" | "suspended";
