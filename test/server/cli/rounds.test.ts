import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { roundsCommand } from "../../../server/cli/rounds.ts";
import { beaconStore } from "../../../server/oracle/stored-beacons.ts";
import { dayAt } from "../../../src/fairness/utc-day.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { bigsixball } from "../../../src/games/bigsixball/game.ts";
import { games } from "../../../src/games/index.ts";
import { lastFinishedRound } from "../../../src/round/phases.ts";
import { callCommand, runScript } from "../../support/command.ts";
import type { Ended } from "../../support/command.ts";
import { drandSettings } from "../../support/drand-service.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import { makeServiceAt, serviceFolder } from "../../support/made-service.ts";
import { writeRevealedUntil } from "../../support/revealed-until.ts";
import { OTHER_SECRET_HEX, SECRET_HEX, startService, withStoreOf } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { dayOfProofs, network } from "../../support/test-proofs.ts";
import type { Proof } from "../../support/test-proofs.ts";

const SCRIPT = "server/cli/rounds.ts";

async function rounds(args: string, env: Record<string, string> = {}): Promise<Ended> {
  const settings = { DATA_DIR: await serviceFolder(), ORACLE_SECRET: "", TIME_ZONE: "", ...env };
  return callCommand(roundsCommand, args.split(" "), settings);
}

function entryReader({ stdout }: Ended): unknown[] {
  const lines = stdout.split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line));
}

describe("finished rounds printed by `rounds`", () => {
  test.each(games)(
    "the printed rounds of $slug match the service, oldest first",
    async ({ slug }) => {
      const { dataDir, read } = await startService({ env: { ORACLE_SECRET: "" } });
      const ended = await rounds(`${slug} --from 900 --count 100`, { DATA_DIR: dataDir });
      expect(ended).toMatchObject({ code: 0, stderr: "" });
      const said = (await read(`/embed/${slug}/api/results?before=1000&limit=100`)) as unknown[];
      expect(entryReader(ended)).toEqual(said.toReversed());
    },
  );

  test("rounds are printed in the service's time zone", async () => {
    const env = { ORACLE_SECRET: SECRET_HEX, TIME_ZONE: "Asia/Seoul" };
    const { read } = await startService({ env });
    const said = (await read("/embed/baccarat/api/results?before=2001&limit=3")) as unknown[];
    const ended = await rounds("baccarat --from 1998 --count 3", env);
    expect(entryReader(ended)).toEqual(said.toReversed());
  });
});

test("rounds in drand mode are printed up to the last stored beacon", async () => {
  const { dataDir } = await startService();
  const day = dayAt(Date.now()) - 1;
  const proofs = dayOfProofs(bigsixball, day, network, { every: 720 });
  const [first] = proofs as [Proof];
  // The beacon of the next round, a minute later.
  const falseNumber = (first.record.drandRound as number) + 20;
  await withStoreOf(dataDir, async (store) => {
    await store.db
      .insertInto("day_header")
      .values({ game: "bigsixball", day, header: JSON.stringify(first.header) })
      .execute();
    const beacons = beaconStore(
      store,
      network.chain,
      () => "",
      () => {},
    );
    for (const { record } of proofs) {
      const signature = Buffer.from(record.beacon as string, "hex");
      await beacons.save(record.drandRound as number, signature);
    }
    await beacons.save(falseNumber, network.sign(1));
  });
  const ended = await rounds(`bigsixball --from ${first.record.round} --count 1440`, {
    ...drandSettings(),
    DATA_DIR: dataDir,
    ORACLE_SECRET: SECRET_HEX,
  });
  const printed = entryReader(ended);
  expect(printed).toHaveLength(proofs.length);
  for (const [index, { record }] of proofs.entries()) {
    expect(printed[index]).toMatchObject({ round: record.round, ...Object(record.outcome) });
  }
  // A false beacon is left to the service, which also fetches the genuine one.
  const left = await withStoreOf(dataDir, ({ db }) =>
    db.selectFrom("beacon").select("round").where("round", "=", falseNumber).execute(),
  );
  expect(left).toHaveLength(1);
});

test("`rounds` does not need a data folder with PostgreSQL", async () => {
  const settings = settingsFor(await makeServiceAt(await postgres.place()));
  const dataDir = join(await tempFolder(), "none");
  const env = { ...settings, DATA_DIR: dataDir };
  const first = await rounds("baccarat --from 1 --count 3", { ...env, ORACLE_SECRET: SECRET_HEX });
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(entryReader(first)).toHaveLength(3);
  const other = { ...env, ORACLE_SECRET: OTHER_SECRET_HEX };
  const refused = await rounds("baccarat --from 1 --count 3", other);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("is not the one this database was made with");
  const statistics = await rounds(`baccarat --from 1 --count 1 --secret ${SECRET_HEX}`, other);
  expect(statistics).toMatchObject({ code: 1, stdout: "" });
  expect(statistics.stderr).toContain("the service's own secret");
  expect(existsSync(dataDir)).toBe(false);
});

test("`rounds` with `--secret` does not set up a service", async () => {
  const dataDir = join(await tempFolder(), "data");
  const { code } = await rounds(`baccarat --from 1 --count 1 --secret ${SECRET_HEX}`, {
    DATA_DIR: dataDir,
  });
  expect(code).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  ["no game", "--from 1 --count 1", "Specify one game"],
  ["an unknown game", "poker --from 1 --count 1", "Specify one game"],
  ["no --from", "baccarat --count 1", "Pass --from"],
  ["a broken count", "baccarat --from 1 --count 1.5", "--count must be a whole number"],
  ["a round beyond all dates", "baccarat --from 99999999999999 --count 1", "--from must be"],
  ["an unknown option", "baccarat --from 1 --count 1 --verbose", "--verbose"],
  ["a secret cut short", "baccarat --from 1 --count 1 --secret abc", "64 hexadecimal digits"],
])("`rounds` refuses a call with %s", async (_, args, words) => {
  const { code, stdout, stderr } = await rounds(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(words);
  expect(stderr).toContain('Run "npm run -s rounds -- --help"');
  expect(stderr).not.toMatch(/^\s+at /m);
});

test("`rounds` uses PostgreSQL's clock on a machine whose clock is a day fast", async () => {
  const settings = settingsFor(await makeServiceAt(await postgres.place()));
  const [LD_PRELOAD = ""] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
  expect(LD_PRELOAD, "Run: node test/support/programs.ts").not.toBe("");
  const clock = { LD_PRELOAD, FAKETIME: "+1d", FAKETIME_DONT_FAKE_MONOTONIC: "1" };
  const from = lastFinishedRound(Date.now(), baccarat) - 2;
  const args = ["baccarat", "--from", String(from), "--count", "9000"];
  const env = { ...settings, ...clock, ORACLE_SECRET: SECRET_HEX };
  const ended = await runScript(SCRIPT, args, env);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  const printed = entryReader(ended).length;
  expect(printed).toBeGreaterThanOrEqual(3);
  expect(printed).toBeLessThanOrEqual(lastFinishedRound(Date.now(), baccarat) - from + 1);
});

test("`rounds` refuses to print while the clock is before the last reveal", async () => {
  const { dataDir } = await startService();
  await withStoreOf(dataDir, (store) => writeRevealedUntil(store, Date.now() + 3_600_000));
  const ended = await rounds("baccarat --from 1 --count 3", {
    DATA_DIR: dataDir,
    ORACLE_SECRET: SECRET_HEX,
  });
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toContain("are already public");
});
