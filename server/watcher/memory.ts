import { DatabaseSync } from "node:sqlite";
import type { SignedHeader } from "../../src/fairness/header.ts";
import type { Receipt } from "../../src/fairness/receipt.ts";
import type { Kept } from "../../src/watch/watched-house.ts";
import { StartError } from "../runtime/start-error.ts";

/** Something that the house did and must not do. */
export interface Alarm {
  /** When it was seen, epoch ms. */
  readonly atMs: number;
  /** The game and the round, where it is one's; null: the house's log or keys. */
  readonly game: string | null;
  readonly round: number | null;
  readonly words: string;
  /** What proves it: what was kept before, and what the house says now. */
  readonly evidence: unknown;
}

/** What a watcher keeps of a house, in one SQLite file. A power cut takes nothing of it. */
export interface Memory extends Kept {
  /** The last round of a game that was checked; 0: none. */
  checkedTo(game: string): number;
  keepChecked(game: string, round: number): void;
  /** The rounds of a game that were over and not shown when they were checked. */
  withheld(game: string): number[];
  keepWithheld(game: string, round: number, isWithheld: boolean): void;
  /** Notes an alarm, unless the same words stand for the same round; whether it is a new one. */
  raise(alarm: Alarm): boolean;
  alarms(): Alarm[];
  close(): void;
}

/** Opens the file, and makes it if it is not there. Throws a StartError when it is another house's. */
export function openMemory(file: string, house: string): Memory {
  let db: DatabaseSync;
  try {
    db = new DatabaseSync(file);
    db.exec(`pragma locking_mode = exclusive; pragma journal_mode = wal;
      create table if not exists house (address text not null);
      create table if not exists signing_key (key text primary key);
      create table if not exists header (game text, date text, header text not null, primary key (game, date));
      create table if not exists checkpoint (note text not null);
      create table if not exists promise (game text, round integer, header_hash blob not null,
        commitment blob not null, primary key (game, round)) without rowid;
      create table if not exists receipt (game text, round integer, opened_at integer, revealed_at integer,
        voided_at integer, reason text, signature blob not null, primary key (game, round)) without rowid;
      create table if not exists checked (game text primary key, round integer not null);
      create table if not exists withheld (game text, round integer, primary key (game, round)) without rowid;
      create table if not exists alarm (at_ms integer not null, game text, round integer, words text not null,
        evidence text not null)`);
  } catch (error) {
    throw new StartError(`The file ${file} cannot be used (${String(error)}).`, { cause: error });
  }
  const one = (sql: string, ...args: (string | number)[]) => db.prepare(sql).get(...args);
  const all = (sql: string) => db.prepare(sql).all();
  const run = (sql: string, ...args: (string | number | null | Uint8Array)[]) =>
    void db.prepare(sql).run(...args);

  const known = one("select address from house")?.["address"];
  if (known !== undefined && known !== house) {
    db.close();
    throw new StartError(
      `The file ${file} is of ${String(known)}. Name another --file for ${house}.`,
    );
  }
  if (known === undefined) {
    run("insert into house values (?)", house);
  }
  const hex = (value: unknown) => Buffer.from(value as Uint8Array).toString("hex");
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
  const receiptOf = (row: Record<string, unknown>) =>
    ({
      openedAt: row["opened_at"],
      revealedAt: row["revealed_at"],
      voidedAt: row["voided_at"],
      reason: row["reason"],
      signature: hex(row["signature"]),
    }) as Receipt;

  return {
    keys: () => all("select key from signing_key").map(({ key }) => String(key)),
    keepKeys(keys) {
      for (const key of keys) {
        run("insert or ignore into signing_key values (?)", key);
      }
    },
    header(game, date) {
      const row = one("select header from header where game = ? and date = ?", game, date);
      return row && (JSON.parse(String(row["header"])) as SignedHeader);
    },
    keepHeader(header) {
      const { game, date } = header;
      run("insert or ignore into header values (?, ?, ?)", game, date, JSON.stringify(header));
    },
    checkpoint: () => (one("select note from checkpoint")?.["note"] ?? null) as string | null,
    keepCheckpoint(checkpoint) {
      db.exec("begin");
      run("delete from checkpoint");
      run("insert into checkpoint values (?)", checkpoint);
      db.exec("commit");
    },
    promised(game, round) {
      const row = one("select * from promise where game = ? and round = ?", game, round);
      const receipt = one("select * from receipt where game = ? and round = ?", game, round);
      return (
        row && {
          headerHash: hex(row["header_hash"]),
          commitment: hex(row["commitment"]),
          receipt: receipt === undefined ? null : receiptOf(receipt),
        }
      );
    },
    keepPromise({ game, round, headerHash, commitment, receipt }) {
      const values = [game, round, bytes(headerHash), bytes(commitment)] as const;
      run("insert or ignore into promise values (?, ?, ?, ?)", ...values);
      if (receipt) {
        const { openedAt, revealedAt, voidedAt, reason, signature } = receipt;
        const times = [openedAt, revealedAt, voidedAt, reason] as const;
        const all = [game, round, ...times, bytes(signature)] as const;
        run("insert or ignore into receipt values (?, ?, ?, ?, ?, ?, ?)", ...all);
      }
    },
    checkedTo: (game) =>
      Number(one("select round from checked where game = ?", game)?.["round"] ?? 0),
    keepChecked(game, round) {
      run("insert or replace into checked values (?, ?)", game, round);
    },
    withheld: (game) =>
      db
        .prepare("select round from withheld where game = ?")
        .all(game)
        .map(({ round }) => Number(round)),
    keepWithheld(game, round, isWithheld) {
      run(
        isWithheld
          ? "insert or ignore into withheld values (?, ?)"
          : "delete from withheld where game = ? and round = ?",
        game,
        round,
      );
    },
    raise({ atMs, game, round, words, evidence }) {
      const same = "select 1 from alarm where game is ? and round is ? and words = ?";
      if (db.prepare(same).get(game, round, words) !== undefined) {
        return false;
      }
      const text = JSON.stringify(evidence);
      run("insert into alarm values (?, ?, ?, ?, ?)", atMs, game, round, words, text);
      return true;
    },
    alarms: () =>
      all("select * from alarm order by at_ms").map((row) => ({
        atMs: Number(row["at_ms"]),
        game: row["game"] as string | null,
        round: row["round"] as number | null,
        words: String(row["words"]),
        evidence: JSON.parse(String(row["evidence"])) as unknown,
      })),
    close: () => db.close(),
  };
}
