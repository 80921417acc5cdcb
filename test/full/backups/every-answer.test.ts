import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { openBackup } from "../../../server/backup/backup-file.ts";
import { moveCommand } from "../../../server/cli/move.ts";
import { restoreCommand } from "../../../server/cli/restore.ts";
import { writeIdentity } from "../../support/age-identity.ts";
import { callCommand, runScript, succeeded } from "../../support/command.ts";
import { placeIn, postgres, settingsFor } from "../../support/engines.ts";
import { openTestService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { copyOf, KINDS, newPlace } from "../../upgrade/fixtures.ts";
import { live, SETTINGS } from "../../upgrade/life.ts";
import { askAll } from "../../upgrade/questions.ts";

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

test.each(KINDS)(
  "a service on %s that was backed up while it ran gives every answer from either database",
  async (kind) => {
    const env = await newPlace(kind);
    const folder = await tempFolder();
    const stop = keepBackingUp(env, folder);
    const lived = await live(env, placeIn(env));
    const meanwhile = await stop();
    expect(meanwhile.length).toBeGreaterThan(1);

    const recipient = await writeIdentity(join(folder, "identity.txt"));
    const [backup, secrets] = [join(folder, "house.backup"), join(folder, "secrets.age")];
    const args = [backup, "--secrets", secrets, "--to", recipient];
    succeeded(await runScript("server/cli/backup.ts", args, env));

    const withSecrets = ["--secrets", secrets, "--identity", join(folder, "identity.txt")];
    const before = await askAll(env, lived);
    const file = { DATA_DIR: join(folder, "restored"), ORACLE_SECRET: "" };
    succeeded(await callCommand(restoreCommand, [backup, ...withSecrets], file));
    expect(await askAll(file, lived)).toEqual(before);

    const server = settingsFor(await postgres.emptyPlace());
    const settings = join(folder, "service.env");
    const given = [backup, ...withSecrets, "--settings", settings];
    succeeded(await callCommand(restoreCommand, given, server));
    const dataDir = join(await tempFolder(), "data");
    await mkdir(dataDir);
    expect(await askAll(await settingsIn(settings, dataDir), lived)).toEqual(before);

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
    const nowMs = lived.nowMs;
    // On a busy machine the last of them may be of the day before: who restores that vouches for the days since.
    const PUBLISH_LATE = new Date(nowMs + 2 * DAY_MS).toISOString().slice(0, 10);
    const [, endLast] = await openTestService({
      env: { ...SETTINGS, ...last, PUBLISH_LATE },
      nowMs,
    });
    await endLast();
  },
);

test("a service that was moved to PostgreSQL gives every answer that it gave", async () => {
  const env = await newPlace("sqlite");
  const lived = await live(env, placeIn(env));
  // To be asked leaves traces, so a copy is.
  const before = await askAll(await copyOf("sqlite", env), lived);
  const { DATABASE_URL = "" } = settingsFor(await postgres.emptyPlace());
  const settings = join(await tempFolder(), "service.env");
  const args = ["--to", DATABASE_URL, "--settings", settings];
  succeeded(await callCommand(moveCommand, args, env));
  expect(await askAll(await settingsIn(settings, env["DATA_DIR"] ?? ""), lived)).toEqual(before);
});
