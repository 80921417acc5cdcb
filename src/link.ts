/** How fresh the state on a table is. */
export type Link = "live" | "stale" | "offline" | "maintenance";
