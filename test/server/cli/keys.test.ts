import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHeartbeat } from "../../../server/access/heartbeat.ts";
import { createKeyChecker } from "../../../server/access/key-checker.ts";
import { keyModeOf } from "../../../server/access/key-text.ts";
import { issue, list, revoke } from "../../../server/access/keys.ts";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import { confirmChange } from "../../../server/cli/confirm.ts";
import { keysCommand } from "../../../server/cli/keys.ts";
import { startJobs } from "../../../server/runtime/jobs.ts";
import { openStore } from "../../../server/store/open-store.ts";
import type { Store, StorePlace } from "../../../server/store/store.ts";
import { callCommand, heldIo, runScript } from "../../support/command.ts";
import type { Ended } from "../../support/command.ts";
import { times } from "../../support/effort.ts";
import { engines, placeIn, settingsFor } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { makeServiceAt } from "../../support/made-service.ts";
import { noFaults } from "../../support/no-faults.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";
import { wrongClock } from "../../support/wrong-clock.ts";

const DAY_MS = 86_400_000;

/** The command on the data of a service, which is in a folder of its own unless it is given. */
async function commandLine(given?: StorePlace) {
  const databaseFile = join(await tempFolder(), "tableside.sqlite");
  const settings = settingsFor(await makeServiceAt(given ?? { file: databaseFile }));
  const keys = (...args: string[]) => callCommand(keysCommand, args, settings);
  return { keys, databaseFile };
}

function lastLine(ended: Ended): string {
  return ended.stdout.trimEnd().split("\n").at(-1) ?? "";
}

interface Listed {
  id: string;
  label: string;
  hint: string;
  status: string;
  ends: string;
  origins: string[];
}

async function listed(keys: (...args: string[]) => Promise<Ended>): Promise<Listed[]> {
  const ended = await keys("list", "--json");
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  return JSON.parse(ended.stdout) as Listed[];
}

/** Waits for a server's first heartbeat: it is written in the background. */
function hasBeaten({ db }: Store, server: string): Promise<void> {
  return eventually(async () => {
    const row = await db
      .selectFrom("server")
      .select("id")
      .where("id", "=", server)
      .executeTakeFirst();
    return row !== undefined;
  });
}

describe.each(engines)("a key's life on the command line, on $name", (engine) => {
  test("issue prints the key alone as the last line; list never shows it", async () => {
    const { keys } = await commandLine(await engine.place());
    const origins = "https://a.example,https://*.B.example";
    const issued = await keys("issue", "--label", "Acme Ltd", "--days", "30", "--origins", origins);
    const key = lastLine(issued);
    expect(issued.code).toBe(0);
    expect(keyModeOf(key)).toBe("live");
    expect(issued.stdout).toBe(`${key}\n`);
    expect(issued.stderr).not.toContain(key);
    expect(issued.stderr).toMatch(/^Issued key_\w{10} for Acme Ltd, until 20\d\d-/);

    const [entry, ...others] = await listed(keys);
    expect(others).toEqual([]);
    expect(Object.keys(entry ?? {})).toEqual(["id", "label", "hint", "status", "ends", "origins"]);
    expect(entry).toMatchObject({
      label: "Acme Ltd",
      hint: key.slice(-4),
      status: "active",
      origins: ["https://a.example", "https://*.b.example"],
    });
    expect(Math.abs(Date.parse(entry?.ends ?? "") - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000);
    const table = await keys("list");
    expect(table.stdout + JSON.stringify(entry)).not.toContain(key.slice(9, 39));
  });

  test("the table is aligned, and says so much without any key", async () => {
    const { keys } = await commandLine(await engine.place());
    expect((await keys("list")).stdout).toBe("ID  KEY  STATUS  ENDS  ORIGINS  LABEL\n");
    await keys("issue", "--label", "A", "--days", "1");
    await keys(
      "issue",
      "--label",
      "B",
      "--expires",
      "2999-01-01",
      "--origins",
      "https://b.example",
    );
    const lines = (await keys("list")).stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    for (const title of ["KEY", "STATUS", "ENDS", "ORIGINS", "LABEL"]) {
      const column = lines[0]?.indexOf(title) ?? 0;
      for (const line of lines) {
        expect(line.slice(column - 2, column)).toBe("  ");
        expect(line[column]).not.toBe(" ");
      }
    }
    expect(lines[2]).toContain("2999-01-01T00:00:00Z  https://b.example  B");
    expect(lines[1]).toContain("any site");
  });

  test("renew adds to the end; revoke is for good", async () => {
    const { keys } = await commandLine(await engine.place());
    await keys("issue", "--label", "A", "--expires", "2999-01-01T12:00:00Z");
    const id = (await listed(keys))[0]?.id ?? "";
    expect(await keys("renew", id, "--days", "10")).toEqual({
      code: 0,
      stdout: `Renewed ${id} (A) until 2999-01-11T12:00:00Z.\n`,
      stderr: "",
    });
    expect(await keys("revoke", id)).toMatchObject({ code: 0, stdout: `Revoked ${id} (A).\n` });
    expect((await listed(keys))[0]).toMatchObject({ status: "revoked" });
    expect(await keys("renew", id, "--days", "10")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The key key_\w+ is revoked.*issue a new one\.\n$/),
    });
  });

  test("several commands at once that prepare a new service all succeed", async () => {
    const count = times(3, 5);
    const settings = settingsFor(await engine.emptyPlace());
    const keys = (...args: string[]) => runScript("server/cli/keys.ts", args, settings);
    const issue = (label: string) => keys("issue", "--create", "--label", label, "--days", "1");
    const ended = await Promise.all(Array.from({ length: count }, (_, i) => issue(`Key ${i}`)));
    expect(ended.map((one) => one.code)).toEqual(Array.from({ length: count }, () => 0));
    expect(new Set(ended.map(lastLine)).size).toBe(count);
    const { store } = await tempStore(await makeServiceAt(placeIn(settings)));
    expect(await list(store)).toHaveLength(count);
  });

  // Cause: the command made an empty database where there was none, and handed out a key that no
  // service knows.
  test("nothing is issued where there is no service, and nothing is made", async () => {
    const settings = settingsFor(await engine.emptyPlace());
    const keys = (...args: string[]) => callCommand(keysCommand, args, settings);
    const ended = await keys("issue", "--label", "A", "--days", "1");
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(
      /^(There is no service in|No service ever started on) .*add --create\.\n$/,
    );
    const listed = await keys("list");
    expect(listed).toMatchObject({ code: 1, stdout: "" });
    expect(listed.stderr).not.toContain("--create");
    await expect(openStore(placeIn(settings), "open")).rejects.toMatchObject({ fault: "absent" });
  });

  // Cause: servers that were dead for hours confirmed what was not announced anew.
  test("a revocation says whether the servers that run go by it", async () => {
    const place = await engine.place();
    const { keys } = await commandLine(place);
    await keys("issue", "--label", "A", "--days", "1");
    const { store } = await tempStore(place);
    const [{ id = "" } = {}] = await list(store);
    expect((await keys("revoke", id)).stderr).toContain("No server runs on this data");
    const changes = watchStoreChanges(store, noFaults);
    onTestFinished(() => changes.stop());
    const heartbeat = createHeartbeat(store, "one", Date.now);
    const jobs = startJobs([{ ...heartbeat.job, everyMs: 100 }], () => {});
    onTestFinished(() => jobs.stop());
    changes.onLoaded(heartbeat.loaded);
    await changes.start();
    await hasBeaten(store, "one");
    // One that was killed a while ago, and had loaded every change.
    const dead = { id: "dead", revision: 1_000, seen_at: Date.now() - 3_600_000 };
    await store.db.insertInto("server").values(dead).execute();
    const stderr = "1 running server confirmed it.\n";
    // The second time nothing is changed, so nothing is announced.
    for (let time = 0; time < 2; time++) {
      expect(await keys("revoke", id)).toMatchObject({ code: 0, stderr });
    }
    await changes.stop();
    await keys("issue", "--label", "B", "--days", "1");
    const b = (await list(store)).find(({ label }) => label === "B");
    // One that was killed a moment ago.
    const killed = { id: "killed", revision: 1_000, seen_at: Date.now() };
    await store.db.insertInto("server").values(killed).execute();
    const { io, said } = heldIo();
    const revokeB = async () => void (await revoke(store, b?.id ?? "", Date.now()));
    expect(await confirmChange(store, io, revokeB, 500)).toBe(1);
    expect(said().stderr).toMatch(/^1 running server did not confirm this within 0.5 s/);
    expect(said().stderr).toMatch(/\n1 server that ran lately did not answer .* may be gone/);
  });

  // Cause: the end of the key lay ahead by the servers' clock, which opened for another hour, and the
  // command took the servers, which had spoken an hour ago by its clock, to be gone.
  test("a revocation by a clock that is an hour fast counts at once, and is confirmed", async () => {
    const place = await engine.place();
    const { store } = await tempStore(await makeServiceAt(place));
    const order = { label: "A", endsAtMs: Date.now() + 30 * DAY_MS, origins: [] };
    const { id, keyText } = await issue(store, order, Date.now());
    const changes = watchStoreChanges(store, noFaults);
    onTestFinished(() => changes.stop());
    const checker = createKeyChecker(store, changes);
    const heartbeat = createHeartbeat(store, "one", Date.now);
    const jobs = startJobs([{ ...heartbeat.job, everyMs: 100 }], () => {});
    onTestFinished(() => jobs.stop());
    changes.onLoaded(heartbeat.loaded);
    await changes.start();
    await hasBeaten(store, "one");
    const { env } = await wrongClock(join(await tempFolder(), "clock"), "+1h");
    const revoked = await runScript("server/cli/keys.ts", ["revoke", id], {
      ...settingsFor(place),
      ...env,
    });
    expect(revoked).toMatchObject({ code: 0, stderr: "1 running server confirmed it.\n" });
    expect((await checker.check([keyText], Date.now())).verdict).toBe("unauthorized");
  });

  test("a change reaches the checker of a running server, each time", async () => {
    const place = await engine.place();
    const { keys } = await commandLine(place);
    const key = lastLine(await keys("issue", "--label", "A", "--days", "1"));
    const { store } = await tempStore(place);
    const changes = watchStoreChanges(store, noFaults);
    onTestFinished(() => changes.stop());
    const checker = createKeyChecker(store, changes);
    await changes.start();
    const id = (await list(store))[0]?.id ?? "";
    const laterMs = Date.now() + 3 * DAY_MS;

    expect((await checker.check([key], laterMs)).verdict).toBe("expired");
    await keys("renew", id, "--days", "10");
    await eventually(async () => (await checker.check([key], laterMs)).verdict === "ok");

    await keys("revoke", id);
    await eventually(async () => (await checker.check([key], laterMs)).verdict === "unauthorized");
  });
});

describe("a wrong call exits with 2, says what is wrong and how to call, and makes nothing", () => {
  test.each<[string, string[], RegExp]>([
    ["no command", [], /Say what to do/],
    ["an unknown command", ["destroy"], /no command "destroy"/],
    ["an unknown flag", ["list", "--all"], /--all/],
    ["a stray word", ["list", "everything"], /everything/],
    ["no label", ["issue", "--days", "1"], /--label/],
    ["an empty label", ["issue", "--label", "", "--days", "1"], /1 to 100 characters/],
    ["a control character", ["issue", "--label", "a\u0007", "--days", "1"], /control character/],
    ["no end", ["issue", "--label", "A"], /either --days N or --expires ISO/],
    ["two ends", ["issue", "--label", "A", "--days", "1", "--expires", "2999-01-01"], /either/],
    ["0 days", ["issue", "--label", "A", "--days", "0"], /1 to 3660/],
    ["3661 days", ["issue", "--label", "A", "--days", "3661"], /1 to 3660/],
    ["half a day", ["issue", "--label", "A", "--days", "0.5"], /1 to 3660/],
    ["days in hex", ["issue", "--label", "A", "--days", "0x10"], /1 to 3660/],
    ["no date", ["issue", "--label", "A", "--expires", "soon"], /"soon" is not a date/],
    ["an end in the past", ["issue", "--label", "A", "--expires", "2020-01-01"], /in the future/],
    [
      "no origin",
      ["issue", "--label", "A", "--days", "1", "--origins", "x"],
      /"x" is not an origin/,
    ],
    ["an empty origin", ["issue", "--label", "A", "--days", "1", "--origins", ""], /empty/],
    ["no id", ["revoke"], /Name one key by its id/],
    ["two ids", ["revoke", "a", "b"], /Name one key by its id/],
    ["no length", ["renew", "key_1"], /--days N/],
    ["a wrong length", ["renew", "key_1", "--days", "x"], /1 to 3660/],
  ])("%s", async (_, args, words) => {
    const { keys, databaseFile } = await commandLine();
    const ended = await keys(...args);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toMatch(words);
    expect(ended.stderr).toContain("Usage: npm run -s keys -- <command>");
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(await list((await tempStore({ file: databaseFile })).store)).toEqual([]);
  });

  test("but asking for help is right", async () => {
    const { keys } = await commandLine();
    expect(await keys("--help")).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("any other fault exits with 1 and says in words what to do", () => {
  test("an unknown id", async () => {
    const { keys } = await commandLine();
    expect(await keys("revoke", "key_nobody")).toEqual({
      code: 1,
      stdout: "",
      stderr: 'There is no key "key_nobody": see the ids in the list of keys.\n',
    });
  });

  test("a damaged database", async () => {
    const { keys, databaseFile } = await commandLine();
    await keys("list");
    await writeFile(databaseFile, "garbage ".repeat(1000));
    const ended = await keys("list");
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^The database .* is damaged.*backup.*\n$/);
  });

  test("a database that another program holds for longer than five seconds", async () => {
    const { keys, databaseFile } = await commandLine();
    await keys("list");
    const holder = new DatabaseSync(databaseFile);
    onTestFinished(() => holder.close());
    holder.exec("begin immediate");
    const ended = await keys("issue", "--label", "A", "--days", "1");
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^The database .* is held by another program.*try again\.\n$/);
  });

  test("a data folder that is a file", async () => {
    const file = join(await tempFolder(), "data");
    await writeFile(file, "");
    const ended = await callCommand(keysCommand, ["list"], { DATA_DIR: file });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^There is no service in .*DATA_DIR.*\n$/);
  });

  test("an address of a database that is none, without repeating it", async () => {
    const settings = { DATABASE_URL: "postgres://user:12/34@db.example.com/tableside" };
    const ended = await callCommand(keysCommand, ["list"], settings);
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^DATABASE_URL must be the address of a PostgreSQL database.*\n$/);
    expect(ended.stderr).not.toContain("34");
  });

  test("a PostgreSQL server that is not there, without its password", async () => {
    // Nothing listens on the discard port.
    const settings = { DATABASE_URL: "postgres://user:topsecret@127.0.0.1:9/tableside" };
    const ended = await callCommand(keysCommand, ["list"], settings);
    expect(ended).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "The database tableside on 127.0.0.1:9 cannot be reached (ECONNREFUSED). Start the server, or correct DATABASE_URL.\n",
    });
  });
});
