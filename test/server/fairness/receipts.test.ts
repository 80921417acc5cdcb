import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { verify } from "../../../src/fairness/check-round.ts";
import { headerPath, KEYS_PATH, recordPath } from "../../../src/fairness/paths.ts";
import type { RoundRecord } from "../../../src/fairness/record.ts";
import { baccarat as game } from "../../../src/games/baccarat/game.ts";
import { roundAt, roundStartMs } from "../../../src/round/phases.ts";
import { decideRound, drandSettings, openRound } from "../../support/drand-service.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import {
  NOW_MS,
  openTestService,
  setDown,
  startService,
  withStoreOf,
} from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { network } from "../../support/test-proofs.ts";

const ROUND = roundAt(NOW_MS, game.intervalMs) + 4;
const START_MS = roundStartMs(ROUND, game.intervalMs);
const CLOSES_MS = START_MS + game.drand.closesMs;
const REVEALS_MS = START_MS + 17_000;

const recordOf = async ({ read }: TestService, round = ROUND) =>
  (await read(recordPath(game.slug, round))) as RoundRecord;
const receiptOf = async (service: TestService, round = ROUND) =>
  (await recordOf(service, round)).receipt;

/** Sets a clock and does what is due then. */
async function at(service: TestService, nowMs: number): Promise<void> {
  service.clock.nowMs = nowMs;
  await service.catchUp();
}

async function reasonOf(service: TestService, kept?: unknown): Promise<string | undefined> {
  const record = await recordOf(service);
  const { keys } = (await service.read(KEYS_PATH)) as { keys: string[] };
  const header = await service.read(headerPath(record));
  const trusted = { keys: { pinned: keys, shown: [] }, chains: [network.chain] };
  const { checks } = verify({ record, header, kept, ...trusted, dayBefore: null });
  expect(checks.filter(({ name, status }) => name !== "receipt" && status === "fail")).toEqual([]);
  return checks.find(({ name }) => name === "receipt")?.reason;
}

const drand = (env: Record<string, string> = {}, nowMs = NOW_MS) =>
  startService({ env: { ...drandSettings(), ...env }, nowMs });

describe("a round that opens", () => {
  test("has a receipt while bets are open, and another with its result", async () => {
    const service = await drand();
    await at(service, START_MS - 1_000);
    openRound(service, game, ROUND);
    expect(await receiptOf(service)).toBeNull();
    await at(service, START_MS + 600);
    expect(await receiptOf(service)).toMatchObject({ openedAt: START_MS + 600, revealedAt: null });
    expect(await reasonOf(service)).toBe("receipt-opened");
    decideRound(service, game, ROUND);
    await at(service, START_MS + 26_000);
    expect(await receiptOf(service)).toMatchObject({ revealedAt: REVEALS_MS, voidedAt: null });
    expect(await reasonOf(service)).toBe("receipt-punctual");
  });

  test("opened when it began, if the server was there and its table was open before", async () => {
    const service = await startService();
    await at(service, START_MS - 400);
    await at(service, START_MS + 100);
    expect(await receiptOf(service)).toMatchObject({ openedAt: START_MS });
  });

  // A clock that is kept between bounds has fractions of ms: its receipts were signed, and read by nobody.
  test("has whole ms, whatever the clock says", async () => {
    const service = await startService();
    await at(service, START_MS + 100.75);
    expect(await receiptOf(service)).toMatchObject({ openedAt: START_MS + 100 });
    await at(service, START_MS + 26_000.25);
    expect(await reasonOf(service)).toBe("receipt-punctual");
  });

  test("is late when its beacon is, however late", async () => {
    const service = await drand();
    openRound(service, game, ROUND);
    await at(service, START_MS + 100);
    await at(service, REVEALS_MS + 3_600_000);
    expect(await receiptOf(service)).toMatchObject({ revealedAt: null });
    decideRound(service, game, ROUND);
    await at(service, REVEALS_MS + 3_600_000);
    expect(await receiptOf(service)).toMatchObject({ revealedAt: REVEALS_MS + 3_600_000 });
    expect(await reasonOf(service)).toBe("receipt-late");
  });

  test("keeps its receipt over a restart, which signs its result when it is back", async () => {
    const first = await startService();
    await at(first, START_MS + 100);
    const before = await receiptOf(first);
    expect(before).toMatchObject({ openedAt: START_MS + 100 });
    await first.close();
    const env = { DATA_DIR: first.dataDir };
    const second = await startService({ env, nowMs: START_MS + 40_000 });
    expect(await receiptOf(second)).toEqual(before);
    await second.catchUp();
    expect(await receiptOf(second)).toMatchObject({
      openedAt: START_MS + 100,
      revealedAt: START_MS + 40_000,
    });
    expect(await reasonOf(second)).toBe("receipt-late");
  });

  // One receipt that was none kept all others from being signed, of every game after it.
  test("costs no other round its receipt, where its own was damaged", async () => {
    const service = await startService();
    await at(service, START_MS + 100);
    await withStoreOf(service.dataDir, ({ db }) =>
      db
        .updateTable("round_receipt")
        .set({ signature: "{" })
        .where("game", "=", game.slug)
        .where("round", "=", ROUND)
        .execute(),
    );
    for (const rounds of [1, 2]) {
      await at(service, START_MS + rounds * game.intervalMs + 100);
    }
    expect(await receiptOf(service, ROUND + 1)).toMatchObject({
      openedAt: expect.any(Number),
      revealedAt: expect.any(Number),
    });
    const said = service.log.filter((line) => line.includes("receipts not stored"));
    expect(said.join("\n")).toContain(
      `baccarat, ${ROUND}\\" of the table round_receipt is damaged`,
    );
    expect(said).toHaveLength(1);
  });

  test("opens late after maintenance, and goes on to its result under another", async () => {
    const service = await startService({ down: [game.slug] });
    await at(service, START_MS + 100);
    expect(await receiptOf(service)).toBeNull();
    await setDown(service.dataDir, [game.slug], false);
    await at(service, START_MS + 5_000);
    await setDown(service.dataDir, [game.slug], true);
    for (const intoMs of [6_000, 15_000, 16_500, 20_000]) {
      await at(service, START_MS + intoMs);
    }
    expect(await receiptOf(service)).toMatchObject({
      openedAt: START_MS + 5_000,
      revealedAt: START_MS + 15_000,
    });
  });
});

describe("a round that never opens", () => {
  test.each(["beacon", "maintenance"] as const)(
    "is called void for want of a %s, when bets would have closed and before its beacon",
    async (reason) => {
      const service = await drand();
      if (reason === "maintenance") {
        openRound(service, game, ROUND);
        await setDown(service.dataDir, [game.slug], true);
      }
      for (const nowMs of [START_MS - 1_000, START_MS, CLOSES_MS, CLOSES_MS + 999]) {
        await at(service, nowMs);
        expect(await receiptOf(service)).toBeNull();
      }
      await at(service, CLOSES_MS + 1_000);
      const voided = { openedAt: null, voidedAt: CLOSES_MS + 1_000, reason };
      expect(await receiptOf(service)).toMatchObject(voided);
      service.clock.nowMs = START_MS + 40_000;
      decideRound(service, game, ROUND);
      await service.catchUp();
      expect(await receiptOf(service)).toMatchObject({ ...voided, revealedAt: null });
      expect(await reasonOf(service)).toBe("receipt-void");
      const answer = await service.ask(recordPath(game.slug, ROUND));
      expect(answer.headers.get("cache-control")).toContain("immutable");
    },
  );

  test("is called nothing once its beacon may be known, nor by a server that came in between", async () => {
    const slow = await drand();
    await at(slow, START_MS - 1_000);
    await at(slow, START_MS + 100);
    await at(slow, CLOSES_MS + 3_000);
    expect(await receiptOf(slow)).toBeNull();
    const DATA_DIR = await tempFolder();
    const [, end] = await openTestService({
      env: { ...drandSettings(), DATA_DIR },
      nowMs: NOW_MS,
    });
    await end();
    const fresh = await drand({ DATA_DIR }, START_MS + 200);
    await at(fresh, CLOSES_MS + 1_000);
    expect(await receiptOf(fresh)).toBeNull();
    decideRound(fresh, game, ROUND);
    await at(fresh, START_MS + 40_000);
    expect(await reasonOf(fresh)).toBe("receipt-missing");
  });
});

test("the round in which a house begins has a receipt too: its table takes bets", async () => {
  const service = await startService({ nowMs: START_MS + 2_000 });
  await service.catchUp();
  expect(await receiptOf(service)).toMatchObject({ openedAt: START_MS + 2_000 });
});

test("a database restored from a backup has lost receipts, and the house denies nothing", async () => {
  const DATA_DIR = await tempFolder();
  const [first, end] = await openTestService({
    env: { ...drandSettings(), DATA_DIR },
    nowMs: NOW_MS,
  });
  openRound(first, game, ROUND);
  await at(first, START_MS + 100);
  const kept = await recordOf(first);
  await end();
  await withStoreOf(DATA_DIR, ({ db }) => db.deleteFrom("round_receipt").execute());
  await withStoreOf(DATA_DIR, ({ db }) => db.deleteFrom("beacon").execute());
  // Within the same round, and without the beacon that it opened by.
  const second = await drand({ DATA_DIR }, START_MS + 8_000);
  for (const nowMs of [START_MS + 8_000, CLOSES_MS + 1_000, START_MS + 40_000]) {
    await at(second, nowMs);
  }
  decideRound(second, game, ROUND);
  expect(await receiptOf(second)).toBeNull();
  expect(await reasonOf(second)).toBe("receipt-missing");
  expect(await reasonOf(second, kept)).toBe("receipt-opened");
});

test("while nothing can be stored nothing is shown, and it is made up for afterwards", async () => {
  const service = await startService();
  const rename = (from: string, to: string) =>
    withStoreOf(service.dataDir, ({ db }) =>
      sql.raw(`alter table ${from} rename to ${to}`).execute(db),
    );
  await rename("round_receipt", "away");
  await at(service, START_MS + 100);
  await at(service, START_MS + 1_100);
  expect((await service.ask(recordPath(game.slug, ROUND))).status).toBe(503);
  expect((await service.ask(`/embed/${game.slug}/api/current`)).status).toBe(200);
  const events = service.log.filter((line) => line.includes("receipts not stored"));
  expect(events).toHaveLength(1);
  await rename("away", "round_receipt");
  await at(service, START_MS + 600_000);
  expect(await receiptOf(service)).toMatchObject({
    openedAt: START_MS + 100,
    revealedAt: START_MS + 15_000,
  });
});

describe("two servers on one database", () => {
  async function pair(): Promise<[TestService, TestService]> {
    const shared = { ...settingsFor(await postgres.place()), SIGNING_KEY: "07".repeat(32) };
    const start = async () => {
      const env = { ...drandSettings(), ...shared, DATA_DIR: await tempFolder() };
      const [service, end] = await openTestService({ env, nowMs: NOW_MS });
      onTestFinished(end);
      return service;
    };
    return [await start(), await start()];
  }

  test("show one receipt, and the one that did not open the round denies nothing", async () => {
    const [one, other] = await pair();
    openRound(one, game, ROUND);
    await at(one, START_MS + 100);
    await at(other, START_MS + 300);
    const shown = await receiptOf(one);
    expect(shown).toMatchObject({ openedAt: START_MS + 100 });
    expect(await receiptOf(other)).toEqual(shown);
    await at(other, CLOSES_MS + 1_000);
    expect(await receiptOf(other)).toEqual(shown);
  });

  test("keep to the first word where one called a round void that the other opens later", async () => {
    const [one, other] = await pair();
    openRound(one, game, ROUND);
    one.clock.nowMs = START_MS - 1_000;
    // Its clock is fast, and it has no beacon.
    await at(other, START_MS);
    await at(other, CLOSES_MS + 1_000);
    await at(one, START_MS + 11_000);
    expect(await receiptOf(one)).toMatchObject({ reason: "beacon", openedAt: null });
    expect(await receiptOf(other)).toEqual(await receiptOf(one));
    expect(one.log.join()).toContain("round called void");
  });
});
