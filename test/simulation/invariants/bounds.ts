import type { DatabaseSync } from "node:sqlite";
import type { Findings } from "../findings.ts";
import type { Host } from "../host.ts";

/**
 * What a server of so few visitors never needs: five times what it has at most. Connections also wait at one that is
 * frozen for half a minute, from clients that have given up and come again (seed 9300026 of 0.2 hours: 101).
 */
const MOST = { timers: 100, connections: 500, "open databases": 20 } as const;
/** Tables that hold what there is now, and not what there was: what so few servers and customers never have. */
const MOST_ROWS: Readonly<Record<string, number>> = {
  account_challenge: 50,
  account_token: 50,
  address_cursor: 10,
  heartbeat: 60,
  lease: 10,
  maintenance: 10,
  meta: 30,
  server: 60,
  webhook_call: 200,
  // The server's own bound, which a run of 48 hours comes near.
  webhook_event: 16_200,
  webhook_progress: 10,
};
/** All others, over the few hours that a run is lived through. */
const MOST_KEPT = 5_000;

/** Looks whether something of a process has grown beyond all that it is for. */
export function checkProcesses(
  { broken }: Findings,
  hosts: readonly Pick<Host, "name" | "timers" | "sockets" | "handles">[],
): void {
  for (const { name, timers, sockets, handles } of hosts) {
    const has = {
      timers,
      connections: sockets.size,
      "open databases": [...handles].filter(({ isOpen }) => isOpen).length,
    };
    for (const what of Object.keys(MOST) as (keyof typeof MOST)[]) {
      if (has[what] > MOST[what]) {
        broken("nothing grows without end", `${name} has ${has[what]} ${what}`);
      }
    }
  }
}

/** Looks whether a table of the database has. */
export function checkTables({ broken }: Findings, db: DatabaseSync): void {
  for (const { name } of db.prepare(TABLES).all()) {
    const rows = db.prepare(`select count(*) as count from "${String(name)}"`).get();
    if (Number(rows?.["count"]) > (MOST_ROWS[String(name)] ?? MOST_KEPT)) {
      broken("nothing grows without end", `${String(name)} has ${String(rows?.["count"])} rows`);
    }
  }
}

const TABLES = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'";
