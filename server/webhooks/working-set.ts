import { games } from "../../src/games/index.ts";
import type { Vault } from "../access/vault.ts";
import type { Store } from "../store/store.ts";
import { followGame } from "./due-events.ts";
import type { DueEvents, DueEventsDeps } from "./due-events.ts";
import { openEventLog } from "./event-log.ts";
import type { EventLog } from "./event-log.ts";
import { readLines } from "./lines.ts";
import type { Line } from "./lines.ts";

/** What the server that sends holds in memory. */
export interface WorkingSet {
  readonly events: EventLog;
  readonly followed: readonly DueEvents[];
  readonly lines: ReadonlyMap<string, Line>;
}

/**
 * Reads the endpoints, and what happened lately unless that is known.
 *
 * @param before what of it is in memory. Its lines go on from where they stand.
 */
export async function readWorkingSet(
  {
    store,
    vault,
    now,
    ...deps
  }: DueEventsDeps & {
    readonly store: Store;
    readonly vault: Vault;
    readonly now: () => number;
  },
  before: Partial<WorkingSet>,
): Promise<WorkingSet> {
  const events = before.events ?? (await openEventLog(store));
  const lines = await readLines(store, vault, before.lines ?? new Map());
  const sinceMs = Math.min(now(), ...[...lines.values()].map(({ progress }) => progress.atMs));
  const followed = before.followed ?? games.map((game) => followGame(game, sinceMs, deps));
  return { events, followed, lines };
}
