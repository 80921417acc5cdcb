import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { keyModeOf } from "../../../server/access/key-text.ts";
import { list } from "../../../server/access/keys.ts";
import { keysCommand } from "../../../server/cli/keys.ts";
import { openStore } from "../../../server/store/open-store.ts";
import type { StorePlace } from "../../../server/store/store.ts";
import { callCommand, runScript } from "../../support/command.ts";
import type { Ended } from "../../support/command.ts";
import { times } from "../../support/effort.ts";
import { engines, placeIn, settingsFor } from "../../support/engines.ts";
import { makeServiceAt } from "../../support/made-service.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";

const DAY_MS = 86_400_000;

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

async function listKeys(keys: (...args: string[]) => Promise<Ended>): Promise<Listed[]> {
  const ended = await keys("list", "--json");
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  return JSON.parse(ended.stdout) as Listed[];
}

describe.each(engines)("on $name", (engine) => {
  test("`issue` prints the key alone on the last line", async () => {
    const { keys } = await commandLine(await engine.place());
    const origins = "https://a.example,https://*.B.example";
    const issued = await keys("issue", "--label", "Acme Ltd", "--days", "30", "--origins", origins);
    const key = lastLine(issued);
    expect(issued.code).toBe(0);
    expect(keyModeOf(key)).toBe("live");
    expect(issued.stdout).toBe(`${key}\n`);
    expect(issued.stderr).not.toContain(key);
    expect(issued.stderr).toMatch(/^Issued key_\w{10} for Acme Ltd, until 20\d\d-/);

    const [entry, ...others] = await listKeys(keys);
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

  test("a revoked key cannot be renewed", async () => {
    const { keys } = await commandLine(await engine.place());
    await keys("issue", "--label", "A", "--expires", "2999-01-01T12:00:00Z");
    const id = (await listKeys(keys))[0]?.id ?? "";
    expect(await keys("renew", id, "--days", "10")).toEqual({
      code: 0,
      stdout: `Renewed ${id} (A) until 2999-01-11T12:00:00Z.\n`,
      stderr: "",
    });
    expect(await keys("revoke", id)).toMatchObject({
      code: 0,
      stdout: `${id} (A) is revoked. Running servers refuse it.\n`,
    });
    expect((await listKeys(keys))[0]).toMatchObject({ status: "revoked" });
    expect(await keys("renew", id, "--days", "10")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The key key_\w+ is permanently revoked\. Issue a new one\.\n$/,
      ),
    });
  });

  // Cause: when a customer's site moved to another domain, its pages needed a new key.
  test("`sites` changes a key's sites", async () => {
    const { keys } = await commandLine(await engine.place());
    await keys("issue", "--label", "A", "--days", "1", "--origins", "any");
    const id = (await listKeys(keys))[0]?.id ?? "";
    const moved = await keys("sites", id, "--origins", "https://b.example,https://c.example");
    expect(moved).toMatchObject({
      code: 0,
      stdout: `Changed ${id} (A), which now works on https://b.example,https://c.example.\n`,
    });
    const sitesNow = async () => (await listKeys(keys))[0]?.origins;
    expect(await sitesNow()).toEqual(["https://b.example", "https://c.example"]);
    expect(await keys("sites", id, "--origins", "b")).toMatchObject({ code: 1 });
    expect(await sitesNow()).toHaveLength(2);
    await keys("sites", id, "--origins", "any");
    expect(await sitesNow()).toEqual([]);
    await keys("revoke", id);
    expect((await keys("sites", id, "--origins", "any")).stderr).toMatch(/permanently revoked/);
  });

  test("simultaneous first calls of `issue` all succeed", async () => {
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

  // Cause: the command created an empty database where there was none, and issued a key that no service knew.
  test("`issue` refuses a folder without a service", async () => {
    const settings = settingsFor(await engine.emptyPlace());
    const keys = (...args: string[]) => callCommand(keysCommand, args, settings);
    const ended = await keys("issue", "--label", "A", "--days", "1");
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(
      /^(There is no service in|No service has ever started on) .*add --create\.\n$/,
    );
    const listed = await keys("list");
    expect(listed).toMatchObject({ code: 1, stdout: "" });
    expect(listed.stderr).not.toContain("--create");
    await expect(openStore(placeIn(settings), "open")).rejects.toMatchObject({ fault: "absent" });
  });
});

test.each<[string, string[], RegExp]>([
  ["no command", [], /Specify a command/],
  ["no label", ["issue", "--days", "1"], /--label/],
  ["no expiry", ["issue", "--label", "A"], /either --days N or --expires DATE/],
  ["no id", ["revoke"], /Specify one key by its ID/],
  ["no number of days", ["renew", "key_1"], /--days N/],
  ["no new sites", ["sites", "key_1"], /--origins any/],
])("`keys` refuses a call with %s", async (_, args, words) => {
  const { keys, databaseFile } = await commandLine();
  const ended = await keys(...args);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toMatch(words);
  expect(ended.stderr).toContain('Run "npm run -s keys -- --help" for usage.');
  expect(ended.stderr).not.toMatch(/^\s+at /m);
  expect(await list((await tempStore({ file: databaseFile })).store)).toEqual([]);
});

test.each<[string, string[], RegExp]>([
  ["an expiry in the past", ["--expires", "2020-01-01"], /^The end must be in the future\.\n$/],
  ["an invalid origin", ["--days", "1", "--origins", "x"], /^"x" is not a site.*\n$/],
])("`keys issue` with %s explains only that", async (_, args, words) => {
  const { keys, databaseFile } = await commandLine();
  const ended = await keys("issue", "--label", "A", ...args);
  expect(ended).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(words) });
  expect(await list((await tempStore({ file: databaseFile })).store)).toEqual([]);
});

test.each([
  ["postgres://user:12/34@db.example.com/tableside", "DATABASE_URL must be the URL of"],
  ["postgres://user:12topsecret34@127.0.0.1:9/tableside", "cannot be reached (ECONNREFUSED)"],
])("a database error is reported without the password: %s", async (DATABASE_URL, words) => {
  const ended = await callCommand(keysCommand, ["list"], { DATABASE_URL });
  expect(ended).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(words) });
  expect(ended.stderr).not.toContain("34");
});
