// Cause: Node's SQLite waits on the main thread, and was set to wait for 5 s. While another process
// held the database (a backup, a shell that was left open), each write stopped everything: rounds,
// streams, health.
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { issue, list } from "../../../server/access/keys.ts";
import { eventually } from "../../support/eventually.ts";
import { startService, withStoreOf } from "../../support/service.ts";
import { tempFile, tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const ORDER = { label: "Acme", endsAtMs: NOW_MS + 1_000, origins: [] };

/** Holds a database as another program does, until the function it returns is called. */
function hold(file: string): () => void {
  const other = new DatabaseSync(file, { timeout: 0 });
  onTestFinished(() => other.close());
  other.exec("begin exclusive");
  return () => other.exec("rollback");
}

test("who waits for a held database waits alone: the process goes on, and others read", async () => {
  const file = await tempFile();
  const { store } = await tempStore({ file });
  const release = hold(file);
  let issued = 0;
  const waiting = [1, 2].map(async () => {
    await issue(store, ORDER, NOW_MS);
    issued += 1;
  });
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  onTestFinished(() => clearInterval(ticking));
  await eventually(() => turns > 50);
  expect(await list(store)).toEqual([]);
  expect(issued).toBe(0);
  release();
  await Promise.all(waiting);
  expect(await list(store)).toHaveLength(2);
});

test("a service serves its rounds while another program holds its database", async () => {
  const { ask, dataDir } = await startService();
  const release = hold(`${dataDir}/tableside.sqlite`);
  const writing = withStoreOf(dataDir, (store) => issue(store, ORDER, NOW_MS));
  const { status } = await ask("/embed/baccarat/api/current");
  expect(status).toBe(200);
  release();
  await writing;
});

test("a database that stays locked is reported as such, in words", async () => {
  const file = await tempFile();
  const { store } = await tempStore({ file });
  hold(file);
  await expect(issue(store, ORDER, NOW_MS)).rejects.toThrow(/is held by another program/);
});
