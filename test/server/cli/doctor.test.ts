import { createHash } from "node:crypto";
import { chmod, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { issue } from "../../../server/access/keys.ts";
import { doctorCommand } from "../../../server/cli/doctor.ts";
import type { Finding, FindingStatus } from "../../../server/doctor/finding.ts";
import { openStore } from "../../../server/store/open-store.ts";
import type { Store } from "../../../server/store/store.ts";
import { callCommand } from "../../support/command.ts";
import { datedHost } from "../../support/dated-host.ts";
import { bothEngines, placeIn, settingsFor } from "../../support/engines.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { PASSWORD } from "../../support/postgres.ts";
import { OTHER_SECRET_HEX, SECRET_HEX, startService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { NILE, RECEIVER, startTronNode } from "../../support/tron-node.ts";
import { signedInVisitor } from "../../support/visitor.ts";

type Env = Record<string, string>;

const NOW_MS = Date.UTC(2026, 6, 1);

/** What the doctor says of a service with these settings. */
async function examined(env: Env, nowMs = NOW_MS) {
  const { code, stdout, stderr } = await callCommand(doctorCommand, ["--json"], env, () => nowMs);
  expect(stderr).toBe("");
  const report = JSON.parse(stdout) as { status: FindingStatus; findings: Finding[] };
  expect({ ok: 0, fault: 1, warning: 3 }[report.status]).toBe(code);
  const of = (status: FindingStatus) =>
    report.findings
      .filter((finding) => finding.status === status)
      .map(({ part, words }) => `${part}: ${words}`);
  return { code, stdout, faults: of("fault"), warnings: of("warning"), ok: of("ok").join("\n") };
}

/** The settings of a service in a folder of its own, that ran, and stopped. */
async function stopped(env: Env = {}): Promise<Env & { DATA_DIR: string }> {
  const settings = { DATA_DIR: join(await tempFolder(), "data"), ...env };
  const service = await startService({ env: { ...settings, ORACLE_SECRET: "" } });
  await service.close();
  return settings;
}

async function change(env: Env, work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore(placeIn(env));
  await work(store);
  await store.close();
}

/** All that a folder holds, to the byte, with the times of its files. */
async function contentOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("running-"));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const bytes = await readFile(join(folder, name));
      const { mtimeMs, mode } = await stat(join(folder, name));
      return `${name} ${mode} ${mtimeMs} ${createHash("sha256").update(bytes).digest("hex")}`;
    }),
  );
}

describe("a sound service", () => {
  test("that is stopped has no fault, and stays as it was to the byte", async () => {
    const env = await stopped();
    const before = await contentOf(env.DATA_DIR);
    const { faults, ok } = await examined(env);
    expect(faults).toEqual([]);
    expect(ok).toMatch(/database: The database is whole, and its tables are of this version/);
    expect(ok).toMatch(/rows: \d+ rows of \d\d tables hold what the service writes/);
    expect(ok).toMatch(/secrets: The secret and the signing key are those of this database/);
    expect(ok).toMatch(/headers: 6 published days are signed.*; the last is 2026-07-02/);
    expect(ok).toMatch(/server: No server runs on this data folder/);
    expect(await contentOf(env.DATA_DIR)).toEqual(before);
  });

  test("that runs is examined while it runs", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    await ann.send("dashboard", "/account/key/trial/");
    const env = { DATA_DIR: service.dataDir, ORACLE_SECRET: SECRET_HEX };
    // The mark of a running server is told from an old one by the machine's clock.
    const { faults, ok } = await examined(env, Date.now());
    expect(faults.filter((fault) => !/^(clock|days)/.test(fault))).toEqual([]);
    expect(ok).toMatch(/server: A server of version \d.* runs \(process \d+\)/);
    expect(ok).toMatch(/secrets: The key-encryption key opens the copies of keys/);
    expect((await service.ask("/embed/baccarat/api/current")).status).toBe(200);
  });

  test.each(bothEngines)(
    "on $name is one for which the doctor ends with 0 or 3",
    async (engine) => {
      const env = {
        ...settingsFor(await engine.place()),
        ORACLE_SECRET: SECRET_HEX,
        SIGNING_KEY: OTHER_SECRET_HEX,
      };
      const folder = await tempFolder();
      const settings = { DATA_DIR: folder, ...env };
      const service = await startService({ env: settings });
      await service.close();
      // The clock of these tests is not the database's.
      const { faults } = await examined(settings);
      expect(faults.filter((fault) => !fault.startsWith("clock"))).toEqual([]);
    },
  );

  test("and one that never started are told apart by a warning", async () => {
    const folder = await tempFolder();
    const { code, warnings } = await examined({ DATA_DIR: folder });
    expect(code).toBe(3);
    expect(warnings.join()).toMatch(/database: There is no database .* The first start makes it/);
    expect(await readdir(folder)).toEqual([]);
  });
});

type Spoil = (env: Env & { DATA_DIR: string }) => Promise<unknown>;
const fileOf = (name: string) => (env: { DATA_DIR: string }) => join(env.DATA_DIR, name);
const database = fileOf("tableside.sqlite");

const faults: [string, Spoil, Env, RegExp][] = [
  ["a wrong setting", async () => {}, { PORT: "x" }, /^settings: .*PORT must be/s],
  ["a database cut off", (env) => truncate(database(env), 50_000), {}, /^database: .*damaged/],
  [
    "junk for a database",
    (env) => writeFile(database(env), "junk"),
    {},
    /^database: .*no database/,
  ],
  [
    "a damaged page",
    async (env) => {
      const bytes = await readFile(database(env));
      await writeFile(database(env), bytes.fill(0xa5, 40_960, 49_152));
    },
    {},
    /^database: .*damaged.*backup/,
  ],
  [
    "a lost secret",
    (env) => rm(fileOf("secret")(env)),
    {},
    /^secrets: The file .*secret is not there\. Put the earlier one back/,
  ],
  [
    "another secret",
    async () => {},
    { ORACLE_SECRET: OTHER_SECRET_HEX },
    /^secrets: The secret is not the one that this database was made with/,
  ],
  [
    "another signing key",
    (env) => writeFile(fileOf("signing-key")(env), `${SECRET_HEX}\n`),
    {},
    /^secrets: The signing key is not the one that signed before/,
  ],
  [
    "a secret of an era that is gone",
    (env) =>
      change(env, ({ db }) =>
        db.insertInto("secret_era").values({ from_day: 20_700, fingerprint: "x" }).execute(),
      ),
    {},
    /^secrets: The secret that counts from 2026-09-04 is not there/,
  ],
  [
    "a header that somebody changed",
    (env) =>
      change(env, async ({ db }) => {
        const { header } = await db
          .selectFrom("day_header")
          .select("header")
          .where("game", "=", "baccarat")
          .executeTakeFirstOrThrow();
        const changed = JSON.stringify({ ...JSON.parse(header), publishedAt: 1 });
        await db
          .updateTable("day_header")
          .set({ header: changed })
          .where("header", "=", header)
          .execute();
      }),
    {},
    /^headers: The header of 2026-07-0\d of baccarat is not signed by its own key/,
  ],
  [
    "a row of junk",
    (env) => change(env, ({ db }) => db.updateTable("day_header").set({ header: "{" }).execute()),
    {},
    /^rows: The row "\w+, \d+" of the table day_header is damaged: its header is no JSON\. Put the row right/,
  ],
  [
    "a key whose end is no time",
    (env) =>
      change(env, async (store) => {
        await issue(store, { label: "Acme", endsAtMs: NOW_MS + 1, origins: [] }, NOW_MS);
        await store.db
          .updateTable("subscription")
          .set({ ends_at: 2 ** 60 })
          .execute();
      }),
    {},
    /^rows: The row "sub_\w+" of the table subscription is damaged: its ends_at is no (whole number|time)/,
  ],
];

describe("a fault", () => {
  test.each(faults)(
    "such as %s is named with its remedy, and ends with 1",
    async (_, spoil, env, words) => {
      const settings = { ...(await stopped()), ...env };
      await spoil(settings);
      const before = await contentOf(settings.DATA_DIR);
      const found = await examined(settings);
      expect(found.code).toBe(1);
      expect(found.faults).toContainEqual(expect.stringMatching(words));
      expect(found.stdout).not.toMatch(/\n {4}at |node:internal/);
      expect(await contentOf(settings.DATA_DIR)).toEqual(before);
    },
  );

  test("of a lost file is told by the server that had it open", async () => {
    const { dataDir } = await startService();
    await writeFile(
      join(dataDir, "running-other.json"),
      JSON.stringify({ version: "0.0.9", pid: 7, inode: 1, lost: "It was deleted." }),
    );
    const env = { DATA_DIR: dataDir, ORACLE_SECRET: SECRET_HEX };
    const found = await examined(env, Date.now());
    expect(found.faults).toContainEqual(
      expect.stringMatching(
        /^server: The server with the process 7 has lost its database\. It was deleted/,
      ),
    );
  });
});

test("files that others may read are a warning", async () => {
  const env = await stopped();
  await chmod(fileOf("secret")(env), 0o644);
  const { warnings } = await examined(env);
  expect(warnings).toContainEqual(
    expect.stringMatching(/^files: Others can read .*secret\. .*chmod 600/),
  );
});

describe("who is asked outside", () => {
  test("answers for itself: payment node, mail server, relays and clocks", async () => {
    const node = await startTronNode();
    const mail = await startMailServer();
    node.chain.solidMs = () => NOW_MS - 60_000;
    const settings = {
      ...(await stopped()),
      TRON_URL: node.url,
      TRON_ADDRESSES: RECEIVER,
      SELL_SEED_MODE: "yes",
      BASE_URL: "https://games.example.com",
      SMTP_URL: mail.url,
      MAIL_FROM: "games@example.com",
    };
    const well = await examined(settings);
    expect(well.ok).toMatch(/payment_node: 1 of 1 payment nodes are well/);
    expect(well.ok).toMatch(/mail: The mail server lets the service in/);
    expect(mail.said.some((line) => line.startsWith("DATA"))).toBe(false);

    node.chain.genesis = NILE;
    const ill = await examined({
      ...settings,
      SMTP_URL: "smtp://user:hunter2@127.0.0.1:1",
      ENTROPY: "drand",
      DRAND_RELAYS: "http://127.0.0.1:1",
    });
    expect(ill.faults).toContainEqual(expect.stringMatching(/^payment_node: .*another network/));
    expect(ill.faults).toContainEqual(
      expect.stringMatching(/^mail: .*ECONNREFUSED.*mails -- test/),
    );
    expect(ill.faults).toContainEqual(
      expect.stringMatching(/^beacons: The relay http:\/\/127.0.0.1:1 does not answer/),
    );
    expect(ill.stdout).not.toContain("hunter2");
  });

  test("tells a wrong clock", async () => {
    const host = await datedHost(() => NOW_MS + 60_000);
    const settings = {
      ...(await stopped()),
      TRON_URL: host.url,
      TRON_ADDRESSES: RECEIVER,
      SELL_SEED_MODE: "yes",
    };
    expect((await examined(settings)).faults).toContainEqual(
      expect.stringMatching(
        /^clock: This server's clock is .* behind the clocks of those it talks to/,
      ),
    );
  });
});

test("no secret is printed, whatever is wrong", async () => {
  const env = await stopped();
  const keys = await Promise.all(
    ["secret", "signing-key"].map((name) => readFile(fileOf(name)(env), "utf8")),
  );
  const url = `postgres://tableside:${PASSWORD}@127.0.0.1:1/none`;
  const cases: Env[] = [
    env,
    { ...env, ORACLE_SECRET: OTHER_SECRET_HEX, SIGNING_KEY: "nothex-hunter2" },
    { ...env, DATABASE_URL: url, ORACLE_SECRET: OTHER_SECRET_HEX, SIGNING_KEY: SECRET_HEX },
  ];
  for (const settings of cases) {
    for (const args of [[], ["--json"]]) {
      const { stdout, stderr } = await callCommand(doctorCommand, args, settings, () => NOW_MS);
      for (const secret of [
        ...keys.map((key) => key.trim()),
        OTHER_SECRET_HEX,
        SECRET_HEX,
        PASSWORD,
        "hunter2",
      ]) {
        expect(stdout + stderr).not.toContain(secret);
      }
    }
  }
});

test("a wrong call ends with 2 and the usage", async () => {
  const { code, stderr } = await callCommand(doctorCommand, ["--all"], {});
  expect(code).toBe(2);
  expect(stderr).toContain("npm run -s doctor");
});

test("for people it is a line each, and a last one that sums up", async () => {
  const env = await stopped();
  const { stdout } = await callCommand(doctorCommand, [], env, () => NOW_MS);
  expect(stdout).toMatch(/^ok +versions +Tableside \d/);
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
    /^(All is well\.|\d+ warnings?: each line says what to do\.)$/,
  );
});
