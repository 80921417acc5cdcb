import { databaseClock } from "../../store/database-time.ts";
import type { Store } from "../../store/store.ts";
import type { Clock } from "../clock.ts";

/** A heartbeat is written so often at least, in ms. */
export const BEAT_MS = 2_000;

/** What a running server last wrote about its clock. */
export interface Heartbeat {
  readonly server: string;
  readonly beat: number;
  readonly clockMs: number;
  readonly process: string;
}

/** The answer of the store to one query. */
export interface StoreLook {
  readonly heartbeats: readonly Heartbeat[];
  /** The database's clock, epoch ms; undefined where it has none but this machine's. */
  readonly databaseMs: number | undefined;
}

/** Reads all heartbeats, and the database's clock by the way. */
export async function readHeartbeats({ db, tellsTime }: Store): Promise<StoreLook> {
  const now = databaseClock({ tellsTime });
  const rows = await db
    // At least one row, for the clock, even without a server.
    .selectFrom(db.selectNoFrom(now.as("now")).as("clock"))
    .leftJoin("heartbeat", (join) => join.onTrue())
    .select(["clock.now", "server", "beat", "clock_ms", "process"])
    .execute();
  return {
    databaseMs: rows[0]?.now ?? undefined,
    heartbeats: rows.flatMap(({ server, beat, clock_ms, process }) =>
      server === null || beat === null || clock_ms === null || process === null
        ? []
        : [{ server, beat, clockMs: clock_ms, process }],
    ),
  };
}

/**
 * Writes a server's heartbeat. The clock is read inside the transaction: waiting for the write lock may
 * take seconds, and an earlier reading would then be old.
 */
export async function writeHeartbeat(
  { lazyDb }: Store,
  heartbeat: Omit<Heartbeat, "clockMs">,
  wall: Clock,
): Promise<void> {
  const { server, beat, process } = heartbeat;
  await lazyDb.transaction().execute(async (transaction) => {
    const clockMs = wall();
    await transaction
      .insertInto("heartbeat")
      .values({ server, beat, clock_ms: clockMs, process })
      .onConflict((conflict) => conflict.column("server").doUpdateSet({ beat, clock_ms: clockMs }))
      .execute();
  });
}

/** Deletes the heartbeats of servers that do not run. */
export async function dropHeartbeats({ lazyDb }: Store, servers: readonly string[]): Promise<void> {
  if (servers.length > 0) {
    await lazyDb.deleteFrom("heartbeat").where("server", "in", servers).execute();
  }
}
