import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { doctorCommand } from "../../../server/cli/doctor.ts";
import { lookAtRows } from "../../../server/doctor/rows.ts";
import { callCommand, runScript } from "../../support/command.ts";
import { datedHost } from "../../support/dated-host.ts";
import { isFull } from "../../support/effort.ts";
import { bothEngines, settingsFor } from "../../support/engines.ts";
import { change, contentOf, DOCTOR_NOW_MS, examined, stopped } from "../../support/examined.ts";
import type { Env } from "../../support/examined.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { PASSWORD } from "../../support/postgres.ts";
import { OTHER_SECRET_HEX, SECRET_HEX, startService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { NILE, RECEIVER, startTronNode } from "../../support/tron-node.ts";
import { signedInVisitor } from "../../support/visitor.ts";

describe("a sound service", () => {
  test("that is stopped has no fault, and stays as it was to the byte", async () => {
    const env = await stopped();
    const before = await contentOf(env.DATA_DIR);
    const { faults, ok } = await examined(env);
    expect(faults).toEqual([]);
    expect(ok).toMatch(/database: The database is whole, and its tables are of this version/);
    expect(ok).toMatch(/rows: \d+ rows of \d\d tables hold what the service writes/);
    expect(ok).toMatch(/secrets: The secret and the signing key are those of this database/);
    expect(ok).toMatch(
      /headers: 6 headers of 2 published days are signed; the last is 2026-07-02\./,
    );
    expect(ok).toMatch(/from yesterday on were dealt anew, and are what the secret gives: 6\./);
    expect(ok).toMatch(/server: No server runs on this data folder/);
    expect(await contentOf(env.DATA_DIR)).toEqual(before);
  });

  test("is told which of its headers were not held against the secret: those of older days", async () => {
    const { faults, ok } = await examined(await stopped(), DOCTOR_NOW_MS + 2 * 86_400_000);
    expect(faults.filter((fault) => fault.startsWith("headers"))).toEqual([]);
    expect(ok).toMatch(/6 headers of 2 published days .* what the secret gives: 3\./);
  });

  test("is told of which tables only a part was read", async () => {
    const said: string[] = [];
    await change(await stopped(), (store) =>
      lookAtRows((status, words) => said.push(`${status}: ${words}`), store, 5),
    );
    // Six headers, one secret.
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^ok: \d+ rows .* beyond 5: (.*, )?day_header[,.]/);
    expect(said[0]).not.toContain("secret_era");
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

describe("who is asked outside", () => {
  // It told of the mail server, and then stayed for as long as that went on.
  test.runIf(isFull)("cannot keep the doctor from going, by an answer without end", async () => {
    const mail = await startMailServer({ drips: true });
    const { code, stdout } = await runScript("server/cli/doctor.ts", [], {
      DATA_DIR: await tempFolder(),
      BASE_URL: "https://games.example.com",
      SMTP_URL: mail.url,
      MAIL_FROM: "games@example.com",
      DRAND_RELAYS: "http://127.0.0.1:1",
    });
    expect(stdout).toMatch(/mail server of SMTP_URL cannot be used \(no answer\)/);
    expect(code).toBe(1);
  });

  test("answers for itself: payment node, mail server, relays and clocks", async () => {
    const node = await startTronNode();
    const mail = await startMailServer();
    node.chain.solidMs = () => DOCTOR_NOW_MS - 60_000;
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
    const host = await datedHost(() => DOCTOR_NOW_MS + 60_000);
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
    ["secret", "signing-key"].map((name) => readFile(join(env.DATA_DIR, name), "utf8")),
  );
  const url = `postgres://tableside:${PASSWORD}@127.0.0.1:1/none`;
  const cases: Env[] = [
    env,
    { ...env, ORACLE_SECRET: OTHER_SECRET_HEX, SIGNING_KEY: "nothex-hunter2" },
    { ...env, DATABASE_URL: url, ORACLE_SECRET: OTHER_SECRET_HEX, SIGNING_KEY: SECRET_HEX },
  ];
  for (const settings of cases) {
    for (const args of [[], ["--json"]]) {
      const { stdout, stderr } = await callCommand(
        doctorCommand,
        args,
        settings,
        () => DOCTOR_NOW_MS,
      );
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
  const { stdout } = await callCommand(doctorCommand, [], env, () => DOCTOR_NOW_MS);
  expect(stdout).toMatch(/^ok +versions +Tableside \d/);
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
    /^(All is well\.|\d+ warnings?: each line says what to do\.)$/,
  );
});
