import { statSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { watchForOverwriting } from "../../../server/store/overwritten-file.ts";
import { tempFile } from "../../support/temp-store.ts";

describe("a file that another program writes into", () => {
  /** A database in WAL mode, the watch over it, and the watch's clock. */
  async function watched() {
    const file = await tempFile();
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    database.exec("pragma journal_mode = wal; create table a (b); insert into a values (1)");
    const checkpointed = () =>
      Number(database.prepare("pragma wal_checkpoint(noop)").get()?.["checkpointed"]);
    const clock = { nowMs: 0 };
    const watch = watchForOverwriting(`${file}-wal`, checkpointed, () => clock.nowMs);
    function after(ms: number): boolean {
      clock.nowMs += ms;
      return watch(statSync(file));
    }
    after(0);
    after(2_000);
    return { file, database, after };
  }

  /** The time of a change is all that tells; within a tick of the disk's clock it would be the same. */
  async function write(file: string): Promise<void> {
    await utimes(file, 1, 1);
  }

  test("is told from one that SQLite moves its log into", async () => {
    const { file, database, after } = await watched();
    await write(file);
    expect(after(400)).toBe(false);
    expect(after(3_600)).toBe(true);
    database.exec("pragma wal_checkpoint(passive)");
    expect(after(400)).toBe(false);
    expect(after(5_000)).toBe(false);
  });

  test("is not suspected while a checkpoint waits for a slow disk", async () => {
    const { file, database, after } = await watched();
    await write(file);
    expect(after(400)).toBe(false);
    expect(after(2_000)).toBe(false);
    database.exec("pragma wal_checkpoint(passive)");
    expect(after(3_000)).toBe(false);
  });

  test("is not suspected for a log that begins anew", async () => {
    const { file, database, after } = await watched();
    database.exec("pragma wal_checkpoint(truncate); insert into a values (2)");
    await write(file);
    expect(after(400)).toBe(false);
    expect(after(9_000)).toBe(false);
  });
});
