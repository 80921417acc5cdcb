// Cause: a file that is open goes on working for the process that has it open. After it was deleted,
// replaced, cut off or its disk was made read-only, /healthz said "ok", and keys were handed out into
// a file that nobody would find at the next start.
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { issue, list } from "../../../server/access/keys.ts";
import { backupCommand } from "../../../server/cli/backup.ts";
import type { Command } from "../../../server/cli/command.ts";
import { keysCommand } from "../../../server/cli/keys.ts";
import { maintenanceCommand } from "../../../server/cli/maintenance.ts";
import { ownerCommand } from "../../../server/cli/owner.ts";
import { roundsCommand } from "../../../server/cli/rounds.ts";
import { secretCommand } from "../../../server/cli/secret.ts";
import { isOver, ownLife } from "../../../server/store/process-life.ts";
import { keepMark, readMarks } from "../../../server/store/server-marks.ts";
import type { ServerMark } from "../../../server/store/server-marks.ts";
import { SqliteFile } from "../../../server/store/sqlite-file.ts";
import type { StoreFault } from "../../../server/store/store-error.ts";
import { callCommand } from "../../support/command.ts";
import { postgres } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { FILE_LOSSES } from "../../support/file-losses.ts";
import { valuesOf } from "../../support/metric-values.ts";
import { asAdmin } from "../../support/postgres.ts";
import { SECRET_HEX, startService, type TestService, withStoreOf } from "../../support/service.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const ORDER = { label: "Acme", endsAtMs: NOW_MS + 1_000, origins: [] };

/** One way to lose the file that a service has open. */
interface Loss {
  readonly how: keyof typeof FILE_LOSSES;
  readonly fault: StoreFault;
  /** What the log says, once. */
  readonly event: string;
  /** What commands on the same folder say. */
  readonly refused: RegExp;
}

const byTheService = (words: string) =>
  new RegExp(
    `^Nothing was done: the service that runs here \\(process \\d+\\) has lost its database\\. .*${words}`,
  );

const losses: readonly Loss[] = [
  {
    how: "deleted",
    fault: "replaced",
    event: "store lost",
    refused: byTheService("was deleted"),
  },
  {
    how: "replaced by a backup",
    fault: "replaced",
    event: "store lost",
    refused: byTheService("was replaced"),
  },
  {
    how: "cut off",
    fault: "replaced",
    event: "store lost",
    refused: byTheService("was cut off"),
  },
  {
    how: "overwritten by another program",
    fault: "replaced",
    event: "store lost",
    refused: byTheService("Another program wrote into the database"),
  },
  {
    how: "on a disk that became read-only",
    fault: "read-only",
    event: "store unreachable",
    refused: /^The database .* cannot be read and written \(EROFS: .*Check DATA_DIR, the rights/,
  },
];

const NOWHERE = "postgres://u:p@127.0.0.1:1/x";
const ROUNDS = ["baccarat", "--from", "1", "--count", "1"];

/** One of each command that works with the store whatever is in it. */
const commands: readonly (readonly [Command, ...args: string[]])[] = [
  [keysCommand, "issue", "--label", "x", "--days", "3"],
  [keysCommand, "issue", "--label", "x", "--days", "3", "--create"],
  [keysCommand, "list"],
  [maintenanceCommand, "on"],
  [ownerCommand, "add", "ann@house.example"],
  [roundsCommand, ...ROUNDS],
  [secretCommand, "rotate", "--from", "2099-01-01"],
  [backupCommand, "make", "/nowhere/b"],
  [backupCommand, "restore", "/nowhere/b"],
  [backupCommand, "move", NOWHERE],
];

/** Loses a file until the test is over. */
async function lose(file: string, how: Loss["how"]): Promise<void> {
  onTestFinished(await FILE_LOSSES[how](file));
}

/** What lets this process's steady clock skip some time: a foreign write shows only after seconds. */
function skippable(): (ms: number) => void {
  let aheadMs = 0;
  const really = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => really() + aheadMs);
  onTestFinished(() => clock.mockRestore());
  return (ms) => {
    aheadMs += ms;
  };
}

/** A running service that lost its file in one way, and waits until it says so. */
async function bereft({ how }: Loss): Promise<TestService> {
  const skip = skippable();
  const service = await startService();
  // What a file looks like in the first second after its log moved is what it is held against.
  skip(2_000);
  await lose(join(service.dataDir, "tableside.sqlite"), how);
  await eventually(async () => {
    skip(1_000);
    return ((await service.read("/healthz")) as { status: string }).status === "degraded";
  });
  return service;
}

const RULES = new URL("../../../server/deploy/prometheus-rules.yml", import.meta.url);

/** What the alert for a lost store waits for: the part of a fault, and events of the log. */
async function awaited(): Promise<{ part: string; events: string[] }> {
  const rules = await readFile(RULES, "utf8");
  const [, rule = ""] = /- alert: TablesideStoreDamaged\n +expr: (.*)/.exec(rules) ?? [];
  const [, part = ""] = /tableside_fault\{part="(\w+)"\}\) == 1/.exec(rule) ?? [];
  const [, events = ""] = /tableside_log_events_total\{event=~"([^"]+)"\}/.exec(rule) ?? [];
  return { part, events: events.split("|") };
}

describe.each(losses)("a database that is $how while it is in use", (loss) => {
  const { how, fault, event, refused } = loss;

  test("is noticed, and takes nothing that would be lost", async () => {
    const skip = skippable();
    const { store, place } = await tempStore();
    await issue(store, ORDER, NOW_MS);
    await expect(store.check()).resolves.toBeUndefined();
    skip(2_000);
    await lose("file" in place ? place.file : "", how);
    // A file that is short, or another than SQLite left, must be so for a while: it may be, for a moment,
    // while another process tidies it.
    await store.check().catch(() => {});
    skip(4_000);
    await expect(store.check()).rejects.toMatchObject({ fault });
    await expect(issue(store, ORDER, NOW_MS)).rejects.toMatchObject({ fault });
  });

  test("has the service say degraded, with the reason, and go on with its rounds", async () => {
    const service = await bereft(loss);
    const { detail } = (await service.read("/healthz")) as { detail: string };
    expect(detail).toMatch(
      fault === "replaced"
        ? /was deleted, replaced, overwritten or cut off/
        : /The store of keys can only be read/,
    );
    expect((await service.ask("/embed/baccarat/api/current")).status).toBe(200);
  });

  test("raises the alert for a lost store", async () => {
    const service = await bereft(loss);
    const { part, events } = await awaited();
    expect(await valuesOf(service, "tableside_fault")).toMatchObject({ [`part="${part}"`]: 1 });
    expect(await valuesOf(service, "tableside_log_events_total")).toMatchObject({
      [`event="${event}"`]: 1,
    });
    // One that is read-only may be so for a moment, and is told by the fault alone.
    expect(events.includes(event)).toBe(fault === "replaced");
  });

  // A key was handed out into the file that lay at the name of the one that the service had open.
  test("has commands refuse, and say why", async () => {
    const service = await bereft(loss);
    await eventually(async () => refused.test((await told(service)).issuing.stderr));
    expect((await told(service)).issuing).toMatchObject({ code: 1, stdout: "" });
  });
});

// `backup` kept the wrong file, `move` moved it and `restore` put another one beside the lost one, all with "done".
describe.each(losses.filter(({ fault }) => fault === "replaced"))(
  "a database that is $how under a running service",
  (loss) => {
    test("is refused by every command there is", async () => {
      const service = await bereft(loss);
      await eventually(async () => loss.refused.test((await told(service)).issuing.stderr));
      for (const [command, ...args] of commands) {
        const env = { DATA_DIR: service.dataDir, ORACLE_SECRET: SECRET_HEX };
        const { code, stdout, stderr } = await callCommand(command, args, env);
        const what = [command.usage.split("\n")[0], args[0]];
        expect([...what, stdout, stderr]).toEqual([
          ...what,
          "",
          expect.stringMatching(loss.refused),
        ]);
        expect(code).toBeGreaterThan(0);
      }
    });
  },
);

/** What the service is told by its health, and a command on the same folder. */
async function told({ dataDir, read }: TestService) {
  const { detail } = (await read("/healthz")) as { detail?: string };
  const args = ["issue", "--label", "x", "--days", "3"];
  const issuing = await callCommand(keysCommand, args, { DATA_DIR: dataDir });
  return { detail, issuing };
}

describe("the mark that a service leaves for commands", () => {
  test("stands in nobody's way for long after it was killed", async () => {
    const { store, place } = await tempStore();
    await store.close();
    const dataDir = "file" in place ? dirname(place.file) : "";
    const mark = { pid: process.pid, inode: 1, lost: null };
    await keepMark(dataDir, "killed", () => mark).job.work();
    expect(await readMarks(dataDir, Date.now())).toEqual([mark]);
    expect(await readMarks(dataDir, Date.now() + 60_000)).toEqual([]);
    // The clock was set back since.
    expect(await readMarks(dataDir, Date.now() - 3_600_000)).toEqual([]);
  });

  test("says nothing of a later process that has got the same number", async () => {
    const { home, startedTicks } = ownLife();
    expect(isOver(process.pid, { home, startedTicks })).toBe(false);
    expect(isOver(process.pid, { home, startedTicks: Number(startedTicks) - 1 })).toBe(true);
    // No process has a number above the largest.
    expect(isOver(4_194_305, { home, startedTicks })).toBe(true);
  });

  test("counts while it is fresh where numbers of processes are those of another container", () => {
    const { startedTicks } = ownLife();
    for (const home of [null, "another"]) {
      expect(isOver(4_194_305, { home, startedTicks })).toBe(false);
    }
  });

  // Commands went on for up to 6.2 s after the loss: the service knew, and told them with its next mark only.
  test("says at once that the file was lost, whenever its next turn is", async () => {
    const { everyMs } = keepMark("", "", () => ({}) as ServerMark).job;
    // The job of marks, and others of its pace, have no turn.
    const really = globalThis.setInterval;
    const intervals = vi.spyOn(globalThis, "setInterval");
    intervals.mockImplementation((task, ms) => really(ms === everyMs ? () => {} : task, ms));
    onTestFinished(() => intervals.mockRestore());
    const loss = losses.find(({ how }) => how === "deleted") as Loss;
    const service = await bereft(loss);
    await expect
      .poll(() => readMarks(service.dataDir, Date.now()))
      .toMatchObject([{ lost: expect.stringContaining("was deleted") }]);
  });

  test("goes with it", async () => {
    const service = await startService();
    await eventually(async () => (await readMarks(service.dataDir, Date.now())).length === 1);
    await service.close();
    expect(await readMarks(service.dataDir, Date.now())).toEqual([]);
  });
});

// The look at the revision alone reloaded what the other service knew, and went on.
test("the data of another service in the place of its own is noticed", async () => {
  const service = await startService();
  await withStoreOf(service.dataDir, (store) =>
    store.db
      .updateTable("meta")
      .set({ value: "another" })
      .where("name", "=", "secret_fingerprint")
      .execute(),
  );
  await eventually(async () => (await told(service)).detail?.includes("replaced") === true);
  expect(service.log.join()).toContain("the data of another service now");
});

// A young database lies in its log as a whole: after `kill -9` nothing was left of it.
test("a log that is deleted while it is in use is noticed, and an orderly end saves what it held", async () => {
  const { store, place } = await tempStore();
  const file = "file" in place ? place.file : "";
  await issue(store, ORDER, NOW_MS);
  await store.check();
  await rm(`${file}-wal`);
  await expect(store.check()).rejects.toMatchObject({
    fault: "replaced",
    message: expect.stringContaining("Stop the service by SIGTERM"),
  });
  await expect(issue(store, ORDER, NOW_MS)).rejects.toMatchObject({ fault: "replaced" });
  await store.close();
  const again = await tempStore(place);
  expect(await list(again.store)).toHaveLength(1);
});

// Cause: commands that prepared a new service at once took the log of one that was just closing for
// their own, and ended with "was replaced while it was in use".
test("a log that another process deletes as it closes is not taken for one that was lost", async () => {
  const { store, place } = await tempStore();
  const file = "file" in place ? place.file : "";
  await issue(store, ORDER, NOW_MS);
  const opening = new SqliteFile(file);
  onTestFinished(() => opening.close());
  await store.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  await opening.writeWhenFree((writer) => writer.exec("delete from api_key"));
  expect(existsSync(`${file}-wal`)).toBe(true);
  expect(() => opening.check()).not.toThrow();
});

test("a database that another process tidied up is not taken for one that was cut off", async () => {
  const { store, place } = await tempStore();
  for (let i = 0; i < 30; i++) {
    await issue(store, { ...ORDER, label: "x".repeat(90) }, NOW_MS);
  }
  const other = new DatabaseSync("file" in place ? place.file : "");
  onTestFinished(() => other.close());
  other.exec("delete from api_key; vacuum; pragma wal_checkpoint(truncate)");
  await store.check();
  await store.check();
  await issue(store, ORDER, NOW_MS);
  expect(await list(store)).toHaveLength(1);
});

// It was called a standby, which it is not.
test("a PostgreSQL server that was set to read-only is reported as that", async () => {
  const place = await postgres.place();
  const { store } = await tempStore(place);
  await store.check();
  const name = new URL("url" in place ? place.url : "").pathname.slice(1);
  await asAdmin(
    inject("postgresPort"),
    `alter database ${name} set default_transaction_read_only = on`,
  );
  const { store: later } = await tempStore(place);
  await expect(later.check()).rejects.toThrow(/a standby, or was set to read-only/);
});
