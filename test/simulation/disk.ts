import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import type { DatabaseSyncOptions, StatementSync } from "node:sqlite";
import { present } from "./host.ts";

/*
 * SQLite as hosts have it: a handle ends with its host, and a power cut takes what was written and not yet
 * synced. Nothing else about it is simulated: it is the real one.
 */

/** How many frames of each database's log a power cut leaves, and of which log, by the file. */
const synced = new Map<string, { salt: string; frames: number }>();

/** Where SQLite keeps what its processes share of a log: https://www.sqlite.org/walformat.html */
const MAX_FRAME_AT = 16;
const SALT_AT = 32;
const COPIED_AT = 96;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Puts hosts' handles in place of Node's, for as long as the process lives. Before anybody imports
 * `node:sqlite`: unlike other modules of Node's, it stays as it was when it was first imported.
 */
export function installDisk(): void {
  const sqlite = process.getBuiltinModule("node:sqlite");
  const { DatabaseSync } = sqlite;
  class HostDatabase extends DatabaseSync {
    readonly #file: string;
    readonly #prepared = new Map<string, StatementSync>();
    #isDurable = true;

    constructor(file: string, options: DatabaseSyncOptions = {}) {
      super(file, options);
      this.#file = file;
      present.getStore()?.handles.add(this);
    }

    /** The service prepares each statement anew; here a world of them runs in one process. */
    override prepare(sql: string): StatementSync {
      let statement = this.#prepared.get(sql);
      if (statement === undefined) {
        statement = super.prepare(sql);
        this.#prepared.set(sql, statement);
      }
      statement.setReadBigInts(false);
      return statement;
    }

    override exec(sql: string): void {
      super.exec(sql);
      if (sql.startsWith("pragma synchronous")) {
        this.#isDurable = sql.endsWith("full");
      } else if (sql === "commit" && this.#isDurable && present.getStore() !== undefined) {
        noteSync(this.#file);
      }
    }
  }
  Object.assign(sqlite, { DatabaseSync: HostDatabase });
}

function readAt(file: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const opened = openSync(file, "r");
  readSync(opened, bytes, 0, length, 0);
  closeSync(opened);
  return bytes;
}

/** The log as its processes see it now; null where there is none. */
function logOf(file: string): { salt: string; frames: number; copied: number } | null {
  if (!existsSync(`${file}-shm`)) {
    return null;
  }
  const shared = readAt(`${file}-shm`, 128);
  return {
    salt: shared.toString("hex", SALT_AT, SALT_AT + 8),
    frames: shared.readUInt32LE(MAX_FRAME_AT),
    copied: shared.readUInt32LE(COPIED_AT),
  };
}

function noteSync(file: string): void {
  const log = logOf(file);
  if (log !== null) {
    synced.set(file, log);
  }
}

/**
 * Puts a database as a power cut would leave it at worst in place of another one: without what was written
 * to its log and not yet synced. Whoever has it open must close it in between.
 *
 * @returns what puts it in place.
 */
export function cutPower(file: string): () => void {
  const log = logOf(file);
  const image = `${file}.image`;
  backUp(file, image);
  if (existsSync(`${image}-wal`)) {
    // Where nobody has opened it since the last cut, all that the cut left is on the disk.
    if (log !== null) {
      const known = synced.get(file);
      // What was copied into the database had been synced before.
      const kept = Math.max(known?.salt === log.salt ? known.frames : 0, log.copied);
      const frameBytes = FRAME_HEADER_BYTES + pageOf(file);
      const bytes = kept === 0 ? 0 : LOG_HEADER_BYTES + kept * frameBytes;
      truncateSync(`${image}-wal`, bytes);
    }
  }
  return () => putInPlace(file, image);
}

/** Keeps a copy of a database that nobody writes to just now. */
export function backUp(file: string, copy: string): void {
  copyFileSync(file, copy);
  // The log of an earlier copy would be taken for one of this.
  rmSync(`${copy}-wal`, { force: true });
  if (existsSync(`${file}-wal`)) {
    copyFileSync(`${file}-wal`, `${copy}-wal`);
  }
}

/** Puts a copy in place of a database that nobody has open. */
export function putInPlace(file: string, copy: string): void {
  for (const end of ["", "-wal", "-shm"]) {
    rmSync(`${file}${end}`, { force: true });
    if (existsSync(`${copy}${end}`)) {
      copyFileSync(`${copy}${end}`, `${file}${end}`);
    }
  }
  noteWhole(file);
}

/** What a file begins with is on the disk: the log that it came with among it. */
function noteWhole(file: string): void {
  synced.delete(file);
  const log = `${file}-wal`;
  const bytes = existsSync(log) ? statSync(log).size : 0;
  if (bytes > LOG_HEADER_BYTES) {
    const salt = readAt(log, LOG_HEADER_BYTES).toString("hex", 16, 24);
    const frames = Math.floor((bytes - LOG_HEADER_BYTES) / (FRAME_HEADER_BYTES + pageOf(file)));
    synced.set(file, { salt, frames });
  }
}

const pageOf = (file: string): number => readAt(file, 18).readUInt16BE(16);
