/*
 * The house itself cheats, with all that it has: its secret, its signing key, its database and its notes. Each
 * attack is played with the service and the commands as they are, and with a clock that lies where it helps.
 * What the house does not have is what others keep: the watcher, and a page whose table was open, what they
 * saw while bets were open, and a witness the log that it signed. `src/content/docs/protocol.md` lists these attacks in section 12.
 */
import { copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { beaconSeal } from "../../../server/beacon/seal.ts";
import { saveBeacon } from "../../../server/beacon/stored-beacons.ts";
import { auditCommand } from "../../../server/cli/audit.ts";
import { verifyCommand } from "../../../server/cli/verify.ts";
import { QUICKNET } from "../../../src/fairness/chain.ts";
import type { BeaconChain } from "../../../src/fairness/chain.ts";
import { headerHash, signHeader } from "../../../src/fairness/header.ts";
import type { SignedHeader } from "../../../src/fairness/header.ts";
import { entryPath, recordPath } from "../../../src/fairness/paths.ts";
import type { OpenRecord } from "../../../src/fairness/record.ts";
import { dayOfDate } from "../../../src/fairness/utc-day.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { roundStartMs } from "../../../src/round/phases.ts";
import { policyText } from "../../../src/tlog/policy.ts";
import { formatVerifierKey } from "../../../src/tlog/verifier-key.ts";
import { callCommand } from "../../support/command.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { decidingNumber, drandSettings, openRound } from "../../support/drand-service.ts";
import { openTable } from "../../support/open-table.ts";
import type { OpenTable } from "../../support/open-table.ts";
import {
  NOW_MS,
  OTHER_SECRET_HEX,
  playRound,
  startService,
  withStoreOf,
} from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import type { BeaconSigner } from "../../support/test-beacons.ts";
import { network, proofOf, withReceipt } from "../../support/test-proofs.ts";
import { HOUSE, WITNESSES } from "../../support/test-tlog.ts";
import { serveTestWitness, testWitness } from "../../support/test-witness.ts";
import type { TestWitness } from "../../support/test-witness.ts";
import { follow, lyingHouse, SIGNING, watchHouse, wordsOf } from "../../support/watched-house.ts";
import type { LyingHouse, TestWatcher } from "../../support/watched-house.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GAME = baccarat.slug;
const [W] = WITNESSES;

/** The third day of the house, which others knew of a day ahead; and a round soon after its start. */
const DATE = "2026-07-03";
const DATE_MS = NOW_MS + 2 * DAY_MS;
const FIRST = 521_281 + 2 * 2_880;
const ROUND = FIRST + 4;
/** The day after it, whose header is out by then. */
const NEXT_DATE = "2026-07-04";

let policy: string;
let witness: TestWitness;
/** What makes a house of these tests: its keys, and its witness. */
let ENV: Record<string, string>;
beforeEach(async () => {
  policy = join(await tempFolder(), "policy");
  await writeFile(policy, policyText(HOUSE.key, [{ key: W!.key, url: undefined }], 1));
  witness = await testWitness(NOW_MS);
  ENV = {
    ...SIGNING,
    WITNESSES: `${formatVerifierKey(W!.key)} ${await serveTestWitness(witness)}`,
  };
});

/** Sets the clock of a house, and that of its witness, and does what is due then. */
async function reach(service: TestService, ...times: readonly number[]): Promise<void> {
  for (const nowMs of times) {
    service.clock.nowMs = nowMs;
    // A witness's clock is its own: no house can turn it back.
    witness.clock.nowMs = Math.max(witness.clock.nowMs, nowMs);
    await service.catchUp();
  }
}

/** A house that has been honest until the third day, and a watcher that has followed its first rounds. */
async function honest(env: Record<string, string> = {}) {
  const service = await startService({ env: { ...ENV, ...env }, nowMs: NOW_MS });
  await reach(service, NOW_MS, NOW_MS + DAY_MS, DATE_MS);
  const house = await lyingHouse(service);
  const watcher = await watch(house);
  await follow(house, watcher, 2);
  expect([...watcher.alarms, ...watcher.table.state().faults]).toEqual([]);
  return { house, watcher };
}

/** A watcher, and a browser that merely has the table open: both look when the watcher does. */
interface Watchers extends TestWatcher {
  readonly table: OpenTable;
}

async function watch(house: LyingHouse, chains: readonly BeaconChain[] = []): Promise<Watchers> {
  const watcher = await watchHouse(house, { games: [baccarat], chains });
  const table = openTable(house, baccarat, { chains });
  return {
    ...watcher,
    table,
    async look() {
      await watcher.look();
      await table.look();
    },
  };
}

/** The same house over again, as far as its keys go, run through the days by a clock that lies. */
async function anew(env: Record<string, string>, ...times: readonly number[]) {
  const service = await startService({ env: { ...ENV, ...env }, nowMs: times[0] as number });
  for (const nowMs of times) {
    service.clock.nowMs = nowMs;
    await service.catchUp();
  }
  return service;
}

interface Played {
  readonly house: LyingHouse;
  readonly watcher: Watchers;
  /** What a player hands to `verify`, if not the address of the round. */
  readonly file?: string;
}

interface Attack {
  readonly name: string;
  /** Plays it, with somebody watching from before. */
  play(): Promise<Played>;
  /** What the watcher says. */
  readonly alarm: RegExp;
  /** What the page found whose table was open. */
  readonly fault: RegExp;
  /** What `verify` says of a round to somebody with the policy, and how it ends. */
  readonly says: RegExp;
  readonly code: number;
  /** The round that is asked for; {@link ROUND} if left out. */
  readonly round?: number;
  /** What an audit of the day says, where `verify` alone cannot know. */
  readonly audit?: RegExp;
}

/** Goes on until the round is over and the watcher has looked at it, and at the log. */
async function playOn(house: LyingHouse, watcher: Watchers): Promise<void> {
  await follow(house, watcher, 2);
  house.service.clock.nowMs += 5 * 60_000;
  await watcher.look();
}

const NOT_COSIGNED = /^word +Known outside the house +Too few of the witnesses/m;

const ATTACKS: readonly Attack[] = [
  {
    name: "a day signed afterwards, with an old time on it",
    async play() {
      const { house, watcher } = await honest();
      const { nowMs } = house.service.clock;
      await house.service.close();
      // Seeds chosen by the bets, the same key, and a clock that says that it was always so.
      const other = { ORACLE_SECRET: OTHER_SECRET_HEX };
      house.service = await anew(other, NOW_MS, NOW_MS + DAY_MS, nowMs);
      await playOn(house, watcher);
      return { house, watcher };
    },
    alarm: /two headers of 2026-07-03/,
    fault: /not the one that was promised/,
    says: NOT_COSIGNED,
    code: 4,
  },
  {
    name: "a backup restored, and a day published since signed anew",
    async play() {
      const DATA_DIR = await tempFolder();
      const file = join(DATA_DIR, "tableside.sqlite");
      const first = await startService({ env: { ...ENV, DATA_DIR }, nowMs: NOW_MS });
      await reach(first, NOW_MS, NOW_MS + DAY_MS);
      await first.close();
      await copyFile(file, join(DATA_DIR, "backup"));
      const { house, watcher } = await honest({ DATA_DIR });
      const { nowMs } = house.service.clock;
      await house.service.close();
      await copyFile(join(DATA_DIR, "backup"), file);
      await forgetNotes(DATA_DIR);
      house.service = await anew({ DATA_DIR }, DATE_MS - HOUR_MS / 2, nowMs);
      await playOn(house, watcher);
      return { house, watcher };
    },
    alarm: /The log was rewritten/,
    fault: /The log was rewritten/,
    round: FIRST + 2_880 + 10,
    says: NOT_COSIGNED,
    code: 4,
  },
  {
    name: "a published day deleted, and signed anew",
    async play() {
      const DATA_DIR = await tempFolder();
      const { house, watcher } = await honest({ DATA_DIR });
      const { nowMs } = house.service.clock;
      await house.service.close();
      await withStoreOf(DATA_DIR, async ({ db }) => {
        for (const table of ["day_header", "tlog_entry"] as const) {
          await db
            .deleteFrom(table)
            .where("day", "=", dayOfDate(NEXT_DATE) as number)
            .execute();
        }
      });
      await forgetNotes(DATA_DIR);
      house.service = await anew({ DATA_DIR }, DATE_MS - HOUR_MS / 2, nowMs);
      await playOn(house, watcher);
      return { house, watcher };
    },
    alarm: /The log was rewritten/,
    fault: /The log was rewritten/,
    round: FIRST + 2_880 + 10,
    says: NOT_COSIGNED,
    code: 4,
  },
  {
    name: "a false beacon in the database, sealed with the secret",
    async play() {
      const DATA_DIR = await tempFolder();
      const env = { DATA_DIR, ...drandSettings() };
      const service = await startService({ env: { ...ENV, ...env }, nowMs: NOW_MS });
      await reach(service, NOW_MS, NOW_MS + DAY_MS, DATE_MS);
      const number = decidingNumber(baccarat, ROUND);
      await withStoreOf(DATA_DIR, async (store) => {
        const seal = beaconSeal(VECTOR_SECRET, network.chain.hash);
        // Genuine, but of another number: the one whose cards the house likes better.
        await saveBeacon(store, network.chain, number, network.sign(number + 1), seal);
      });
      const house = await lyingHouse(service);
      openRound(service, baccarat, ROUND - 2);
      const watcher = await watch(house, [network.chain]);
      await watcher.look();
      service.clock.nowMs = roundStartMs(ROUND, baccarat.intervalMs);
      await watcher.look();
      service.clock.nowMs += 4 * baccarat.intervalMs;
      await watcher.look();
      return { house, watcher };
    },
    alarm: /This is not the beacon of that number/,
    fault: /^beacon-wrong$/m,
    says: /^fail +Beacon /m,
    code: 1,
  },
  {
    name: "a proof made up, with a key of its own",
    async play() {
      const { house, watcher } = await honest();
      const { header, record } = proofOf(baccarat, ROUND, null);
      const forged = signHeader(
        { ...header, root: "11".repeat(32) },
        new Uint8Array(32).fill(0xee),
      );
      const named = { ...record, headerHash: headerHash(forged) };
      const file = join(await tempFolder(), "proof.json");
      await writeFile(file, JSON.stringify({ record: named, header: forged, keys: [forged.key] }));
      house.lie({
        [recordPath(GAME, ROUND)]: () => named,
        [`/fairness/${GAME}/${DATE}.json`]: () => forged,
      });
      await playOn(house, watcher);
      return { house, watcher, file };
    },
    alarm: /The signing key \w+ is not among the keys of the house/,
    fault: /names another header than that of its day/,
    says: /^fail +Signed by whom +The signing key \w+ is not among the keys/m,
    code: 1,
  },
  {
    name: "a chain of one’s own under the name of quicknet",
    async play() {
      // The settings do not take it, so the house changes what it says; it signs it with its own key.
      await expect(
        startService({ env: drandSettings(undefined, { ...network.chain, hash: QUICKNET.hash }) }),
      ).rejects.toThrow(/DRAND_CHAIN_HASH is not the hash of/);
      const service = await startService({ env: ENV, nowMs: NOW_MS });
      await reach(service, NOW_MS, NOW_MS + DAY_MS, DATE_MS);
      const house = await lyingHouse(service);
      const own: BeaconSigner = { ...network, chain: { ...network.chain, hash: QUICKNET.hash } };
      house.lie({ [`/fairness/${GAME}/${DATE}.json`]: () => proofOf(baccarat, ROUND, own).header });
      for (let round = FIRST; round < ROUND + 3; round++) {
        const { open, record } = proofOf(baccarat, round, own);
        const outcome = Object(record.outcome) as object;
        house.lie({
          [recordPath(GAME, round)]: (said: object) => ("seed" in said ? record : open),
          [entryPath(GAME, round)]: ([entry]: object[]) =>
            entry ? [{ ...entry, ...outcome }] : [],
        });
      }
      const watcher = await watch(house, [QUICKNET]);
      await watcher.look();
      await playOn(house, watcher);
      return { house, watcher };
    },
    alarm: /This is not the beacon of that number/,
    fault: /^beacon-wrong$/m,
    says: /^fail +Beacon /m,
    code: 1,
  },
  {
    name: "results that differ from the records",
    async play() {
      const { house, watcher } = await honest();
      house.lie({
        [entryPath(GAME, ROUND)]: ([entry]: { result: string }[]) =>
          entry === undefined
            ? []
            : [{ ...entry, result: entry.result === "player" ? "banker" : "player" }],
      });
      await playOn(house, watcher);
      return { house, watcher };
    },
    alarm: /list of results says otherwise/,
    fault: /^results-other$/m,
    says: /^fail +In the results +.*says otherwise/m,
    code: 1,
  },
  {
    name: "a round withheld, because its result hurts",
    async play() {
      const { house, watcher } = await honest();
      const SECRET = new Set(["seed", "proof", "beacon", "outcome"]);
      house.lie({
        [recordPath(GAME, ROUND)]: (record: object) =>
          Object.fromEntries(Object.entries(record).filter(([name]) => !SECRET.has(name))),
        [entryPath(GAME, ROUND)]: () => [],
      });
      await playOn(house, watcher);
      house.service.clock.nowMs += HOUR_MS;
      await watcher.look();
      return { house, watcher };
    },
    alarm: /The house withholds a round that is long over/,
    fault: /withholds a round that is long over/,
    says: /^open +Seed +The seed is told when the result stands/m,
    code: 2,
    audit: /^fail +Every round is told +1 of \d+ rounds that are over are not told: 527045\./m,
  },
  {
    name: "a round called void, because its result hurts",
    async play() {
      const { house, watcher } = await honest();
      house.lie({ [recordPath(GAME, ROUND - 1)]: calledVoid });
      await playOn(house, watcher);
      return { house, watcher };
    },
    alarm: /You keep a receipt that the round opened at .*; now the house says that it never did/,
    fault: /^receipt-denied$/m,
    round: ROUND - 1,
    says: /^word +Receipt +Never opened \(beacon\): the house signed so/m,
    code: 4,
  },
];

/** A record that says, once its result is known, that the round never opened, with an old time. */
function calledVoid(record: OpenRecord): OpenRecord {
  const voided = { voidedAt: record.closesAt + 1_000, reason: "beacon" } as const;
  return "seed" in record ? withReceipt(record, voided) : record;
}

/** Takes the notes that a server keeps apart from its database. */
async function forgetNotes(dataDir: string): Promise<void> {
  for (const name of ["signed-headers.ndjson", "signed-checkpoints.txt"]) {
    await rm(join(dataDir, name));
  }
}

describe.each(ATTACKS)("$name", ({ play, alarm, fault, says, code, round = ROUND, audit }) => {
  test("raises an alarm of the watcher, breaks the seal of an open table, and is not proven to a verifier with one witness", async () => {
    const { house, watcher, file } = await play();
    expect(wordsOf(watcher.alarms).join("\n")).toMatch(alarm);
    expect(watcher.table.state().faults.join("\n")).toMatch(fault);
    const { clock } = house.service;
    const endMs = roundStartMs(round + 1, baccarat.intervalMs);
    if (clock.nowMs < endMs) {
      await playRound(house.service, baccarat, round);
      clock.nowMs = endMs;
    }
    const chain = join(await tempFolder(), "chain.json");
    await writeFile(chain, JSON.stringify(network.chain));
    const trust = ["--policy", policy, "--chain", chain];
    const source =
      file === undefined
        ? [`${house.url}${recordPath(GAME, round)}`]
        : [file, "--base-url", house.url];
    const verified = await callCommand(verifyCommand, [...source, ...trust]);
    expect(verified.stdout).toMatch(says);
    expect(verified.code).toBe(code);
    const args = [GAME, DATE, "--base-url", house.url, ...trust];
    const audited = audit && (await callCommand(auditCommand, args, {}, () => clock.nowMs));
    expect(audited?.stdout ?? "").toMatch(audit ?? /^$/);
    expect(audited?.code ?? 1).toBe(1);
  });
});

test("a round called void is refuted by a record that anybody saved while bets were open", async () => {
  const { house, watcher } = await honest();
  const path = recordPath(GAME, ROUND - 1);
  const { clock } = house.service;
  clock.nowMs = roundStartMs(ROUND - 1, baccarat.intervalMs);
  await house.service.catchUp();
  const kept = join(await tempFolder(), "kept.json");
  await writeFile(kept, JSON.stringify(await house.service.read(path)));
  house.lie({ [path]: calledVoid });
  await playOn(house, watcher);
  const args = [`${house.url}${path}`, "--policy", policy];
  expect((await callCommand(verifyCommand, args)).code).toBe(4);
  const { code, stdout } = await callCommand(verifyCommand, [...args, "--kept", kept]);
  expect(stdout).toMatch(/^fail +Receipt +You keep a receipt that the round opened/m);
  expect(code).toBe(1);
});

test("what none of them does is proven, and raises no alarm", async () => {
  const { house, watcher } = await honest();
  await playOn(house, watcher);
  expect([...watcher.alarms, ...watcher.table.state().faults]).toEqual([]);
  const header = (await house.service.read(`/fairness/${GAME}/${DATE}.json`)) as SignedHeader;
  const args = [`${house.url}${recordPath(GAME, ROUND)}`, "--policy", policy, "--key", header.key];
  expect((await callCommand(verifyCommand, args)).code).toBe(0);
});
