import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { openBackup } from "../../../server/backup/backup-file.ts";
import { restoreCommand } from "../../../server/cli/restore.ts";
import { writeIdentity } from "../../support/age-identity.ts";
import { callCommand, refusal, runScript, succeeded } from "../../support/command.ts";
import { placeIn, postgres, settingsFor } from "../../support/engines.ts";
import { startService } from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { copyOf, KINDS, newPlace } from "../../upgrade/fixtures.ts";
import { live, SETTINGS } from "../../upgrade/life.ts";
import { askAll } from "../../upgrade/questions.ts";
import { openAnswersBook, secretIn } from "./answers-book.ts";
import type { AnswersBook } from "./answers-book.ts";

type Env = Readonly<Record<string, string>>;

const DAY_MS = 86_400_000;

/** Backs up again and again, each time by a process of its own, until it is told to stop. */
function keepBackingUp(env: Env, folder: string): () => Promise<string[]> {
  let isWanted = true;
  const made: string[] = [];
  const work = (async () => {
    while (isWanted) {
      const file = join(folder, `${made.length}.backup`);
      const ended = await runScript("server/cli/backup.ts", [file], env);
      // Before the service has made its database there is nothing to back up.
      if (made.length > 0 || !/no service/i.test(ended.stderr)) {
        succeeded(ended);
        made.push(file);
      }
    }
  })();
  return async () => {
    isWanted = false;
    await work;
    return made;
  };
}

/** The settings of a service on what a restore or a move made. */
async function settingsIn(file: string, DATA_DIR: string): Promise<Env> {
  return { ...(parseEnv(await readFile(file, "utf8")) as Env), DATA_DIR };
}

/** Opens a service on the data of a life, at its end. */
function openOn(env: Env, nowMs: number, more: Env = {}): Promise<TestService> {
  return startService({ env: { ...SETTINGS, ...env, ...more }, nowMs });
}

/** Asks a service on such data what was asked before. */
async function askAgain(book: AnswersBook, env: Env, nowMs: number, more: Env = {}): Promise<void> {
  const service = await openOn(env, nowMs, more);
  await book.askAgain(service);
  await service.close();
}

test.each(KINDS)(
  "a service on %s that is backed up and restored while it runs gives every answer, from either database",
  async (kind) => {
    const env = await newPlace(kind);
    const folder = await tempFolder();
    const book = openAnswersBook();
    const stop = keepBackingUp(env, folder);
    const lived = await live(env, placeIn(env), book.keepAsking);
    const meanwhile = await stop();
    expect(meanwhile.length).toBeGreaterThan(1);
    const { nowMs } = lived;

    const recipient = await writeIdentity(join(folder, "identity.txt"));
    const [backup, secrets] = [join(folder, "house.backup"), join(folder, "secrets.age")];
    const args = [backup, "--secrets", secrets, "--to", recipient];
    succeeded(await runScript("server/cli/backup.ts", args, env));
    const withSecrets = ["--secrets", secrets, "--identity", join(folder, "identity.txt")];
    const before = await askAll(env, lived);

    const running = await openOn(env, nowMs);
    const leave = book.keepAsking(running);
    const file = { DATA_DIR: join(folder, "restored"), ORACLE_SECRET: "" };
    succeeded(await runScript("server/cli/restore.ts", [backup, ...withSecrets], file));
    const place = settingsFor(await postgres.emptyPlace());
    const settings = join(folder, "service.env");
    const given = [backup, ...withSecrets, "--settings", settings];
    succeeded(await runScript("server/cli/restore.ts", given, place));
    await leave();
    await running.close();

    expect(await askAll(file, lived)).toEqual(before);
    const dataDir = join(await tempFolder(), "data");
    await mkdir(dataDir);
    const server = await settingsIn(settings, dataDir);
    expect(await askAll(server, lived)).toEqual(before);

    // Those from amid its life are whole as well, and a service starts on each.
    for (const each of meanwhile) {
      const { db } = await openBackup(each);
      expect(db.prepare("pragma foreign_key_check").all()).toEqual([]);
      const unpaid = `select count(*) as count from payment p join invoice i on i.id = p.invoice_id
        where i.state <> 'paid'`;
      expect(db.prepare(unpaid).get()).toEqual({ count: 0 });
      db.close();
    }
    const last = { DATA_DIR: join(folder, "last"), ORACLE_SECRET: "" };
    const amid = meanwhile.at(-1) as string;
    succeeded(await callCommand(restoreCommand, [amid, ...withSecrets], last));
    // On a busy machine the last of them may be of the day before: who restores that vouches for the days since.
    const PUBLISH_LATE = new Date(nowMs + 2 * DAY_MS).toISOString().slice(0, 10);
    await askAgain(book, last, nowMs, { PUBLISH_LATE });
    await askAgain(book, file, nowMs);
    await askAgain(book, server, nowMs);
    expect(book.size).toBeGreaterThan(100);
    await book.compareWith(await secretIn(env));
  },
);

test("a service that is moved to PostgreSQL gives every answer that it gave", async () => {
  const env = await newPlace("sqlite");
  const book = openAnswersBook();
  const lived = await live(env, placeIn(env), book.keepAsking);
  const { nowMs } = lived;
  const { DATABASE_URL = "" } = settingsFor(await postgres.emptyPlace());
  const settings = join(await tempFolder(), "service.env");
  const args = ["--to", DATABASE_URL, "--settings", settings];

  const running = await openOn(env, nowMs);
  const leave = book.keepAsking(running);
  const early = await runScript("server/cli/move.ts", args, env);
  expect(refusal(early)).toMatch(/stop/i);
  await leave();
  await running.close();
  // To be asked leaves traces, so a copy is.
  const before = await askAll(await copyOf("sqlite", env), lived);
  succeeded(await runScript("server/cli/move.ts", args, env));

  const moved = await settingsIn(settings, env["DATA_DIR"] ?? "");
  expect(await askAll(moved, lived)).toEqual(before);
  await askAgain(book, moved, nowMs);
  expect(book.size).toBeGreaterThan(100);
  await book.compareWith(await secretIn(env));
});
