import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { NodeSqliteDialect } from "../../server/store/sqlite-dialect.ts";
import { openSqlite } from "../../server/store/sqlite.ts";
import { StoreError } from "../../server/store/store-error.ts";
import type { Opening, Store, StorePlace } from "../../server/store/store.ts";
import type { Agenda } from "./agenda.ts";
import type { Chance } from "./chance.ts";
import { diskMs } from "./disk-speed.ts";
import type { DiskSpeed } from "./disk-speed.ts";
import { present } from "./host.ts";
import type { Host } from "./host.ts";

/*
 * What hosts get for `server/store/open-store.ts`: the real tables in the real SQLite, behind a way that takes time
 * and can be cut. A database at an address stands for PostgreSQL: it has a clock of its own, and all that it
 * has committed is kept.
 */

/** The way to the database, and how it is now. */
export interface StoreWay {
  readonly agenda: Agenda;
  readonly chance: Chance;
  /** The file of the database that addresses name. */
  readonly sharedFile: string;
  /** How long each answer takes at most, ms. */
  slowMs: number;
  /** The disk that it is on. */
  readonly disk: DiskSpeed;
  /** Hosts that cannot reach it. */
  readonly cutOff: Set<Host>;
  /** How many answers from now on are lost, of those to commits: nobody knows what became of them. */
  lostAnswers: number;
  /** When the last one was lost, ms of the world. */
  lostMs: number;
}

let way: StoreWay | undefined;

export function layWay(laid: StoreWay): void {
  way = laid;
}

/** How long a host waits for a database that does not answer, ms. */
const PATIENCE_MS = 5_000;
const LEAST_MS = 0.05;

export async function openStore(place: StorePlace, opening: Opening = "make"): Promise<Store> {
  if ("file" in place) {
    return openSqlite(place.file, opening);
  }
  const store = await openSqlite((way as StoreWay).sharedFile, opening);
  return {
    ...store,
    tellsTime: true,
    lazyDb: store.db,
    // PostgreSQL is asked; a file is only looked at, which a cut-off host could do as well.
    async check() {
      await passed("check");
      await store.check();
    },
  };
}

/** Waits until a question or an answer has gone its way, and the disk has done so long its part. */
function passed(label: string, besidesMs = 0): Promise<void> {
  const { agenda, chance, slowMs, cutOff } = way as StoreWay;
  const host = present.getStore();
  const isCut = host !== undefined && cutOff.has(host);
  return new Promise((resolve, reject) => {
    const ms = isCut
      ? chance.between(1, PATIENCE_MS)
      : chance.between(LEAST_MS, slowMs) + besidesMs;
    agenda.after(ms, isCut ? `store away ${label}` : `store ${label}`, () => {
      if (isCut) {
        reject(new StoreError("unreachable", "The database cannot be reached."));
      } else {
        resolve();
      }
    });
  });
}

function isSimulated(): boolean {
  return present.getStore() !== undefined && way !== undefined;
}

class FarConnection implements DatabaseConnection {
  readonly near: DatabaseConnection;
  /** Whether what it writes is on the disk only once it is committed. */
  isInTransaction = false;

  constructor(near: DatabaseConnection) {
    this.near = near;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const label = `${query.sql.slice(0, 60)} ${JSON.stringify(query.parameters).slice(0, 80)}`;
    await passed(label, this.#diskMs(query.sql));
    const result = await this.near.executeQuery<R>(timed(query));
    await passed("answer");
    return result;
  }

  #diskMs(sql: string): number {
    const { disk } = way as StoreWay;
    if (sql.startsWith("select")) {
      return diskMs(disk, "reads");
    }
    return this.isInTransaction ? 0 : diskMs(disk, "writes");
  }

  streamQuery(): never {
    throw new Error("Queries are not streamed.");
  }
}

/** The query with the clock of the database in it, which SQLite has no words for. */
function timed(query: CompiledQuery): CompiledQuery {
  const nowMs = (way as StoreWay).agenda.nowMs.toFixed(3);
  const clock = "extract(epoch from clock_timestamp())::float8 * 1000";
  return query.sql.includes(clock) ? { ...query, sql: query.sql.replace(clock, nowMs) } : query;
}

function noteTransaction(connection: DatabaseConnection, isBegun: boolean): void {
  if (connection instanceof FarConnection) {
    connection.isInTransaction = isBegun;
  }
}

const { createDriver } = NodeSqliteDialect.prototype;
NodeSqliteDialect.prototype.createDriver = function farDriver(this: NodeSqliteDialect): Driver {
  const near = createDriver.call(this);
  const nearOf = (connection: DatabaseConnection) =>
    connection instanceof FarConnection ? connection.near : connection;
  return {
    init: () => near.init(),
    async acquireConnection() {
      const connection = await near.acquireConnection();
      return isSimulated() ? new FarConnection(connection) : connection;
    },
    async beginTransaction(connection, settings) {
      if (isSimulated()) {
        await passed("begin");
      }
      await near.beginTransaction(nearOf(connection), settings);
      noteTransaction(connection, true);
    },
    async commitTransaction(connection) {
      noteTransaction(connection, false);
      if (!isSimulated()) {
        await near.commitTransaction(nearOf(connection));
        return;
      }
      await passed("commit", diskMs((way as StoreWay).disk, "writes"));
      await near.commitTransaction(nearOf(connection));
      if (way !== undefined && way.lostAnswers > 0) {
        way.lostAnswers -= 1;
        way.lostMs = way.agenda.nowMs;
        throw new StoreError("unreachable", "The database has not said what became of it.");
      }
      await passed("committed");
    },
    // Without a way: a connection that broke is undone by the database itself.
    rollbackTransaction(connection) {
      noteTransaction(connection, false);
      return near.rollbackTransaction(nearOf(connection));
    },
    releaseConnection: (connection) => near.releaseConnection(nearOf(connection)),
    destroy: () => near.destroy(),
  };
};
