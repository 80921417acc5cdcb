import type { Kysely } from "kysely";
import { runningServers } from "../access/running-servers.ts";
import type { RunningServer } from "../access/running-servers.ts";
import { StartError } from "../runtime/start-error.ts";
import {
  compareTables,
  finishTables,
  LATEST,
  readTablesNotes,
  undoTables,
} from "../store/migrate.ts";
import type { TablesState } from "../store/migrate.ts";
import { publishTableChange } from "../store/revision.ts";
import type { Schema } from "../store/schema.ts";
import { lockOut } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";

/** How far a database is on its way to this version. */
export interface UpgradeStatus {
  readonly state: TablesState;
  /** The last migration of this version, of the database, and that which cannot be undone any more. */
  readonly migrations: { readonly own: string; readonly done: string; readonly confirmed: string };
  /** What was migrated and is not confirmed. */
  readonly unconfirmed: readonly string[];
  readonly servers: readonly RunningServer[];
}

/** @param nowMs this machine's clock, needed only where the servers run on this machine too. */
export function upgradeStatus(store: Store, nowMs: number): Promise<UpgradeStatus> {
  return statusWithin(store.db, store, nowMs);
}

async function statusWithin(
  db: Kysely<Schema>,
  { tellsTime }: Pick<Store, "tellsTime">,
  nowMs: number,
): Promise<UpgradeStatus> {
  const notes = await readTablesNotes(db);
  const done = notes.done.at(-1) ?? "";
  // Before anybody noted it, whatever was done was done for good.
  const confirmed = notes.confirmed ?? done;
  return {
    state: compareTables(notes),
    migrations: { own: LATEST, done, confirmed },
    unconfirmed: notes.done.filter((name) => name > confirmed),
    servers: await runningServers({ db, tellsTime }, nowMs),
  };
}

/*
 * Both steps keep out servers that start: each finds out, once a step is over, whether it may go on. Those that
 * run unnoticed, as without a database for a while, find out by the published change.
 */

/**
 * Removes what only earlier versions used. There is no way back to them from here on.
 *
 * @returns the migrations that this confirmed; none if there was nothing to confirm.
 * @throws StartError while servers of an earlier version run, or the database is not at this version.
 */
export function confirmUpgrade(store: Store, nowMs: number): Promise<readonly string[]> {
  return store.alter(async (within) => {
    await lockOut(within);
    const { state, unconfirmed, servers } = await statusWithin(within, store, nowMs);
    requireOwn(state);
    const isEarlier = ({ migration }: RunningServer) => migration === null || migration < LATEST;
    refuseWhileRunning(servers.filter(isEarlier), "needs what would be removed");
    if (unconfirmed.length > 0) {
      await finishTables(within, unconfirmed);
      await publishTableChange(within);
    }
    return unconfirmed;
  });
}

/**
 * Takes back what was migrated since the last confirmation, with all that was written there.
 *
 * @returns the migrations that were undone; none if there was nothing to undo.
 * @throws StartError while servers of the newer version run, or the database is not at this version.
 */
export function undoUpgrade(store: Store, nowMs: number): Promise<readonly string[]> {
  return store.alter(async (within) => {
    await lockOut(within);
    const { state, unconfirmed, servers, migrations } = await statusWithin(within, store, nowMs);
    if (unconfirmed.length === 0) {
      return unconfirmed;
    }
    requireOwn(state);
    const isNewer = ({ migration }: RunningServer) =>
      migration !== null && migration > migrations.confirmed;
    refuseWhileRunning(servers.filter(isNewer), "needs what would be taken back");
    await undoTables(within, unconfirmed);
    await publishTableChange(within);
    return unconfirmed;
  });
}

function requireOwn(state: TablesState): void {
  if (state === "ahead") {
    throw new StartError(
      "A newer version has upgraded this database, and only that version can confirm or undo it.",
    );
  }
  if (state !== "same") {
    throw new StartError(
      "This database is not upgraded to this version yet: its first server does that when it starts.",
    );
  }
}

function refuseWhileRunning(servers: readonly RunningServer[], why: string): void {
  if (servers.length > 0) {
    throw new StartError(
      `${inWords(servers)} ${why}. Stop it, or replace it, and try again; one that was killed counts for 30 seconds more.`,
    );
  }
}

/** Such as "A running server of version 0.1.0". */
function inWords(servers: readonly RunningServer[]): string {
  const [first] = servers;
  const version = first?.version;
  const which = version ? `version ${version}` : "an earlier version";
  return servers.length === 1
    ? `A running server of ${which}`
    : `${servers.length} servers run; each, such as one of ${which},`;
}
