import { randomBytes } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "../runtime/start-error.ts";

/** What a witness has cosigned last of a log. */
export interface CosignedHead {
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** The whole checkpoint, cosigned. */
  readonly checkpoint: string;
  /** When it was cosigned, epoch ms. */
  readonly atMs: number;
}

/** All that a witness is: one SQLite file with its key and what it has signed. */
export interface WitnessState {
  readonly name: string;
  /** The private key, 32 bytes. */
  readonly secretKey: Uint8Array;
  of(origin: string): CosignedHead | undefined;
  /** Replaces what is kept of a log. It is on the disk when this returns. */
  keep(origin: string, head: CosignedHead): void;
  close(): void;
}

/**
 * Opens the file, and makes it with a new key if it is not there. No other process can have it open.
 *
 * @param name what a new witness is called; null where there has to be one.
 * @throws StartError when it is in use, damaged, or of another name.
 */
export function openWitnessState(file: string, name: string | null): WitnessState {
  try {
    // It holds a private key; SQLite itself would let everybody read it.
    closeSync(openSync(file, "a", 0o600));
    return open(new DatabaseSync(file), file, name);
  } catch (error) {
    throw error instanceof StartError ? error : unusable(file, error);
  }
}

function open(db: DatabaseSync, file: string, name: string | null): WitnessState {
  // Two processes that know different heads could sign two histories.
  db.exec(
    "pragma locking_mode = exclusive; pragma journal_mode = delete; pragma synchronous = extra",
  );
  db.exec(`
    begin exclusive;
    create table if not exists witness (name text not null, secret_key blob not null);
    create table if not exists head (origin text primary key, size integer not null, root blob not null,
      checkpoint text not null, at_ms integer not null) without rowid;
    commit`);
  const identify = () => db.prepare("select name, secret_key from witness").get();
  if (identify() === undefined && name !== null) {
    db.prepare("insert into witness values (?, ?)").run(name, randomBytes(32));
  }
  const identity = identify();
  if (identity === undefined || (name !== null && identity["name"] !== name)) {
    db.close();
    throw new StartError(
      identity === undefined
        ? "A new witness needs a --name, such as witness.example.com/w1."
        : `The witness in ${file} is ${String(identity["name"])}. Its name belongs to its key: start it without --name, or give another --file.`,
    );
  }
  const select = db.prepare("select size, root, checkpoint, at_ms from head where origin = ?");
  const replace = db.prepare("insert or replace into head values (?, ?, ?, ?, ?)");
  return {
    name: String(identity["name"]),
    secretKey: identity["secret_key"] as Uint8Array,
    of(origin) {
      const row = select.get(origin);
      return row === undefined
        ? undefined
        : {
            size: Number(row["size"]),
            root: row["root"] as Uint8Array,
            checkpoint: String(row["checkpoint"]),
            atMs: Number(row["at_ms"]),
          };
    },
    keep(origin, { size, root, checkpoint, atMs }) {
      replace.run(origin, size, root, checkpoint, atMs);
    },
    close: () => db.close(),
  };
}

function unusable(file: string, error: unknown): StartError {
  const words = error instanceof Error ? error.message : String(error);
  return new StartError(
    `The file ${file} cannot be used (${words}). If another witness has it open, stop that one. If it is damaged, put a copy back only if nothing was signed since; otherwise begin anew with another file, and so with another key.`,
    { cause: error },
  );
}
