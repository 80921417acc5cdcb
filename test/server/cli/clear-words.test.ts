// Cause: what an operator gets wrong most often ended with "This failed unexpectedly" and a code, or named a setting
// that the command does not have.
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { backupCommand } from "../../../server/cli/backup.ts";
import type { Command } from "../../../server/cli/command.ts";
import { keysCommand } from "../../../server/cli/keys.ts";
import { moveCommand } from "../../../server/cli/move.ts";
import { restoreCommand } from "../../../server/cli/restore.ts";
import { backedUpService } from "../../support/backed-up-service.ts";
import type { BackedUp } from "../../support/backed-up-service.ts";
import { callCommand, refusal, succeeded } from "../../support/command.ts";
import { runAsOwner } from "../../support/plain-user.ts";
import { tempFolder } from "../../support/temp-store.ts";

const BACKUP = "server/cli/backup.ts";
const START = "test/support/start-data.ts";
const NOWHERE = "postgres://u:p@127.0.0.1:1/x";

/** Something that is wrong, and what is said of it. */
interface Slip {
  readonly what: string;
  /** Does it. Gives the data folder. */
  readonly spoil: (house: BackedUp) => Promise<string>;
  readonly command: Command;
  readonly args: (house: BackedUp, folder: string) => readonly string[];
  readonly words: RegExp;
}

const databaseOf = ({ dataDir }: BackedUp) => join(dataDir, "tableside.sqlite");
const moving = (_: BackedUp, folder: string) => ["--to", NOWHERE, "--settings", join(folder, "e")];
const restoring = ({ backup }: BackedUp) => [backup];
const backingUp = (_: BackedUp, folder: string) => [join(folder, "b")];

async function folderAsDatabase(house: BackedUp): Promise<string> {
  await rm(databaseOf(house));
  await mkdir(databaseOf(house));
  return house.dataDir;
}

async function withoutMeta(house: BackedUp): Promise<string> {
  const db = new DatabaseSync(databaseOf(house));
  db.exec("drop table meta");
  db.close();
  return house.dataDir;
}

async function empty(house: BackedUp): Promise<string> {
  await writeFile(databaseOf(house), "");
  return house.dataDir;
}

const A_FOLDER = /^The database .* is not a file\. Move it away, or choose another DATA_DIR\.\n$/;
const NO_META =
  /^The database .*no (such )?table:? meta.* Stop the service, and put an? (earlier )?backup in its place\.\n$/;
const NO_FOLDER = /^The data folder .* is not a folder: .* Set DATA_DIR to a folder, or move/;

const slips: readonly Slip[] = [
  {
    what: "a data folder that is a file",
    spoil: async ({ backup }) => backup,
    command: restoreCommand,
    args: restoring,
    words: NO_FOLDER,
  },
  {
    what: "a data folder that is below a file",
    spoil: async ({ backup }) => join(backup, "data"),
    command: restoreCommand,
    args: restoring,
    words: NO_FOLDER,
  },
  {
    what: "a database that is a folder",
    spoil: folderAsDatabase,
    command: moveCommand,
    args: moving,
    words: A_FOLDER,
  },
  {
    what: "a database that is a folder",
    spoil: folderAsDatabase,
    command: restoreCommand,
    args: restoring,
    words: A_FOLDER,
  },
  {
    what: "a database that is a folder",
    spoil: folderAsDatabase,
    command: backupCommand,
    args: backingUp,
    words: A_FOLDER,
  },
  {
    what: "a database that is empty",
    spoil: empty,
    command: moveCommand,
    args: moving,
    words: /^No service ever started on .*sqlite: it is empty\. Set DATA_DIR/,
  },
  {
    what: "a database without its table meta",
    spoil: withoutMeta,
    command: keysCommand,
    args: () => ["list"],
    words: NO_META,
  },
  {
    what: "a database without its table meta",
    spoil: withoutMeta,
    command: moveCommand,
    args: moving,
    words: NO_META,
  },
  {
    what: "a database without its table meta",
    spoil: withoutMeta,
    command: backupCommand,
    args: backingUp,
    words: NO_META,
  },
  {
    what: "a server to move to that is not there",
    spoil: async ({ dataDir }) => dataDir,
    command: moveCommand,
    args: moving,
    words: /cannot be reached \(ECONNREFUSED\)\. Start the server, or correct --to\.\n$/,
  },
  {
    what: "settings that are to go into a folder that is not there",
    spoil: async ({ dataDir }) => dataDir,
    command: moveCommand,
    args: () => ["--to", NOWHERE, "--settings", "/nowhere/e"],
    words: /^\/nowhere\/e cannot be made \(ENOENT\)\. Check its folder/,
  },
  {
    what: "settings that are to go where a folder is",
    spoil: async ({ dataDir }) => dataDir,
    command: moveCommand,
    args: (_, folder) => ["--to", NOWHERE, "--settings", folder],
    words: /is there already, and is not written over\. Choose another name\.\n$/,
  },
];

describe("refused in one sentence with the remedy:", () => {
  test.each(slips.map((slip) => [slip.what, slip.command.usage.split(" ")[4], slip] as const))(
    "%s, by %s",
    async (_what, _name, { spoil, command, args, words }) => {
      const house = await backedUpService();
      const folder = await tempFolder();
      const env = { DATA_DIR: await spoil(house) };
      expect(refusal(await callCommand(command, args(house, folder), env))).toMatch(words);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test.each(["secret", "signing-key", "secret.2099-01-01"])(
    "the file %s, which this user may not read, by a backup of the secrets",
    async (name) => {
      const { dataDir, identityFile } = await backedUpService();
      const file = join(dataDir, name);
      await writeFile(file, `${"ab".repeat(32)}\n`);
      await chmod(file, 0);
      const [recipient = ""] = /age1\w+/.exec(await readFile(identityFile, "utf8")) ?? [];
      const folder = join(dataDir, "..");
      const args = [join(folder, "b"), "--secrets", join(folder, "s"), "--to", recipient];
      const ended = await runAsOwner(folder, BACKUP, args, { DATA_DIR: dataDir });
      expect(refusal(ended)).toBe(
        `${file} cannot be read (EACCES). Give it to the user the service runs as, and run this as that user.\n`,
      );
    },
  );
});

describe("a database that its owner may only read", () => {
  async function readOnly() {
    const { dataDir } = await backedUpService();
    const file = join(dataDir, "tableside.sqlite");
    await chmod(file, 0o400);
    return { dataDir, file, folder: join(dataDir, "..") };
  }

  // SQLite left a log with the same rights, so the start was refused after they were put right.
  test("is backed up, and nothing is left beside it", async () => {
    const { dataDir, folder } = await readOnly();
    const before = await readdir(dataDir);
    const backup = join(folder, "another.backup");
    succeeded(await runAsOwner(folder, BACKUP, [backup], { DATA_DIR: dataDir }));
    expect(await readdir(dataDir)).toEqual(before);
    succeeded(await callCommand(restoreCommand, [backup, "--check"], { DATA_DIR: dataDir }));
  });

  // As such a backup left them, before the rights of the database were put right.
  test.each(["-shm", ""])("a start names its %j, which may not be written", async (end) => {
    const { dataDir, file, folder } = await readOnly();
    const db = new DatabaseSync(file);
    db.exec("pragma user_version");
    await copyFile(`${file}-shm`, join(folder, "shm"));
    db.close();
    await rename(join(folder, "shm"), `${file}-shm`);
    await writeFile(`${file}-wal`, "");
    for (const name of ["", "-wal", "-shm"]) {
      await chmod(`${file}${name}`, name === end ? 0o400 : 0o600);
    }
    const { stderr } = await runAsOwner(folder, START, [], { DATA_DIR: dataDir });
    expect(stderr).toContain(
      `This user has no right to ${file}${end}: give it to the user the service runs as, with the mode 600`,
    );
  });
});
