import { games } from "../../src/games/index.ts";
import type { Store } from "../store/store.ts";
import { followGame } from "./due-events.ts";
import type { DueEvents, DueEventsDeps } from "./due-events.ts";
import { openEventLog } from "./event-log.ts";
import type { EventLog } from "./event-log.ts";
import type { Sender } from "./sender.ts";

/** What the server that sends holds in memory, besides what its sender does. */
export interface WorkingSet {
  readonly events: EventLog;
  readonly followed: readonly DueEvents[];
  /** How many there are. */
  readonly endpoints: number;
}

/**
 * Has the endpoints read, and what happened lately unless that is known.
 *
 * @param before what is in memory already.
 */
export async function readWorkingSet(
  {
    store,
    sender,
    now,
    ...deps
  }: DueEventsDeps & {
    readonly store: Store;
    readonly sender: Pick<Sender, "load">;
    readonly now: () => number;
  },
  before: WorkingSet | undefined,
): Promise<WorkingSet> {
  const events = before?.events ?? (await openEventLog(store));
  const { endpoints, sinceMs } = await sender.load(before === undefined);
  const startMs = Math.min(now(), sinceMs);
  const followed = before?.followed ?? games.map((game) => followGame(game, startMs, deps));
  return { events, followed, endpoints };
}
