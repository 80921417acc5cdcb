import { sql } from "kysely";
import type { Store } from "../../store/store.ts";
import type { Clock } from "../clock.ts";

/** A heartbeat is written so often at least, in ms. */
export const BEAT_MS = 2_000;

/** A server's last word about its clock. */
export interface Heartbeat {
  readonly server: string;
  readonly beat: number;
  readonly clockMs: number;
  readonly process: string;
}

/** What the store says in one question. */
export interface StoreLook {
  readonly heartbeats: readonly Heartbeat[];
  /** The database's clock, epoch ms; undefined where it has none but this machine's. */
  readonly databaseMs: number | undefined;
}

/** Reads all heartbeats, and the database's clock by the way. */
export async function readHeartbeats({ db, tellsTime }: Store): Promise<StoreLook> {
  const now = tellsTime
    ? sql<number | null>`extract(epoch from clock_timestamp())::float8 * 1000`
    : sql<number | null>`null`;
  const rows = await db
    // One row at least, for the clock, however many servers there are.
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
 * Writes a server's heartbeat. Its clock is read when it is this server's turn to write: before, it
 * might wait for seconds, and tell an old time as the present one.
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

/** Takes away the heartbeats of servers that do not run. */
export async function dropHeartbeats({ lazyDb }: Store, servers: readonly string[]): Promise<void> {
  if (servers.length > 0) {
    await lazyDb.deleteFrom("heartbeat").where("server", "in", servers).execute();
  }
}
