import { DatabaseSync } from "node:sqlite";

/*
 * Money is kept in double entry: every transfer moves amounts between accounts and sums to zero. Its
 * `ref` is unique, so that nothing is posted twice however often it is tried.
 *
 *   mint     what players were given, below zero: this is play money
 *   player:… what a player has
 *   stakes   the stakes of open bets
 *   operator what the operator won
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS player (
    id TEXT PRIMARY KEY,
    session_hash TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS newcomer (
    network TEXT NOT NULL,
    created_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS bet (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL REFERENCES player (id),
    request_id TEXT NOT NULL,
    game TEXT NOT NULL,
    round INTEGER NOT NULL,
    market TEXT NOT NULL,
    teams TEXT NOT NULL,
    stake INTEGER NOT NULL CHECK (stake > 0),
    placed_ms INTEGER NOT NULL,
    closes_ms INTEGER NOT NULL CHECK (closes_ms > placed_ms),
    paytable TEXT NOT NULL,
    outcome TEXT,
    returned INTEGER CHECK (returned >= 0),
    UNIQUE (player, request_id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS open_bet ON bet (game, round) WHERE outcome IS NULL;
  CREATE INDEX IF NOT EXISTS bet_of_player ON bet (player, id);
  CREATE INDEX IF NOT EXISTS bet_by_close ON bet (closes_ms);
  CREATE TABLE IF NOT EXISTS account (
    id TEXT PRIMARY KEY,
    balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0 OR id IN ('mint', 'operator'))
  ) STRICT;
  CREATE TABLE IF NOT EXISTS transfer (
    id INTEGER PRIMARY KEY,
    ref TEXT NOT NULL UNIQUE,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS posting (
    transfer INTEGER NOT NULL REFERENCES transfer (id),
    account TEXT NOT NULL REFERENCES account (id),
    amount INTEGER NOT NULL,
    PRIMARY KEY (transfer, account)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS late_round (
    game TEXT NOT NULL,
    round INTEGER NOT NULL,
    since_ms INTEGER NOT NULL,
    asked_ms INTEGER NOT NULL,
    PRIMARY KEY (game, round)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS reconciled (
    date TEXT PRIMARY KEY,
    faults TEXT NOT NULL
  ) STRICT;
`;

/** Opens the operator's books. A commit is on the disk when it returns, also after a power cut. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  db.exec(SCHEMA);
  return db;
}

/** The books take no entry now: the disk is full, broken or read-only, or somebody holds the file. */
export class BooksClosed extends Error {}

/** Of SQLite: BUSY, READONLY, IOERR, FULL and CANTOPEN. */
const CANNOT_WRITE: ReadonlySet<number> = new Set([5, 8, 10, 13, 14]);

/**
 * Runs some writes as one: all of them or, when anything throws, none. Throws `BooksClosed` when the disk
 * does not take them.
 */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  try {
    rollBack(db); // One whose end failed before.
    db.exec("BEGIN IMMEDIATE");
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    const { errcode = 0, message } = error as Error & { errcode?: number };
    const cannotWrite = CANNOT_WRITE.has(errcode & 0xff);
    const thrown = cannotWrite ? new BooksClosed(message, { cause: error }) : error;
    try {
      rollBack(db);
    } catch {
      // The next transaction tries again, and does nothing before that.
    }
    throw thrown;
  }
}

/** A disk that is full ends a transaction by itself: there may be none. */
function rollBack(db: DatabaseSync): void {
  if (db.isTransaction) {
    db.exec("ROLLBACK");
  }
}
