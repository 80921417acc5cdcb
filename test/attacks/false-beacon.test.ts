/*
 * Attack: somebody with write access to the database, or a failing disk, replaces the signature of a round's beacon.
 * Effect: the service trusted it, and records contained a round dealt from it. Defence: each read verifies a beacon by
 * its seal or its signature; a false beacon is logged, deleted and fetched again.
 */
import { expect, test } from "vitest";
import { beaconTimeMs } from "../../src/fairness/chain.ts";
import { recordPath } from "../../src/fairness/paths.ts";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { phaseStartMs, roundAt } from "../../src/round/phases.ts";
import { chainOf } from "../support/drand-chain.ts";
import { decideRound, decidingNumber, drandSettings, openRound } from "../support/drand-service.ts";
import { eventually } from "../support/eventually.ts";
import { NOW_MS, openTestService, startService, withStoreOf } from "../support/service.ts";
import type { TestService } from "../support/service.ts";
import { tempFolder } from "../support/temp-store.ts";
import { network, proofOf } from "../support/test-proofs.ts";

const ROUND = roundAt(NOW_MS, baccarat.intervalMs) + 4;
const OVER_MS = phaseStartMs(ROUND, "result", baccarat.drand) + 60_000;
const NUMBER = decidingNumber(baccarat, ROUND);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
/** A genuine signature, but for a different number. */
const FALSE = hex(network.sign(NUMBER + 1));
const { outcome } = proofOf(baccarat, ROUND, network).record;

async function forgedData(): Promise<string> {
  const DATA_DIR = await tempFolder();
  const env = { DATA_DIR, ...drandSettings() };
  const [service, end] = await openTestService({ env, nowMs: NOW_MS });
  openRound(service, baccarat, ROUND);
  service.clock.nowMs = beaconTimeMs(network.chain, NUMBER);
  decideRound(service, baccarat, ROUND);
  await eventually(async () => (await keptText(DATA_DIR)) !== undefined);
  await end();
  await forge(DATA_DIR);
  return DATA_DIR;
}

const forge = (dataDir: string) =>
  withStoreOf(dataDir, async ({ db }) => {
    await db.updateTable("beacon").set({ signature: FALSE }).where("round", "=", NUMBER).execute();
  });

const keptText = (dataDir: string) =>
  withStoreOf(dataDir, async ({ db }) => {
    const rows = db.selectFrom("beacon").select("signature").where("round", "=", NUMBER);
    return (await rows.executeTakeFirst())?.signature;
  });

async function published({ read }: TestService) {
  const record = (await read(recordPath("baccarat", ROUND))) as { outcome?: unknown };
  const results = await read(`/embed/baccarat/api/results?round=${ROUND}`);
  return { outcome: record.outcome, results };
}

test("a false beacon never determines a round", async () => {
  const DATA_DIR = await forgedData();
  const env = { DATA_DIR, ...drandSettings() };
  const service = await startService({ env, nowMs: OVER_MS });
  expect(await published(service)).toEqual({ outcome: undefined, results: [] });
  expect(service.log.join()).toContain("false beacon in the database");
  expect(await keptText(DATA_DIR)).toBeUndefined();
});

test("a round is published once a relay replaces its false beacon", async () => {
  const DATA_DIR = await forgedData();
  const relay = await chainOf(network, () => OVER_MS).startRelay();
  const env = { DATA_DIR, ...drandSettings([relay.url]) };
  const service = await startService({ env, nowMs: OVER_MS });
  await eventually(async () => (await published(service)).outcome !== undefined);
  expect(await published(service)).toMatchObject({ outcome, results: [outcome] });
  await eventually(async () => (await keptText(DATA_DIR)) === hex(network.sign(NUMBER)));
});

test("a false beacon is not accepted while the service waits for the genuine one", async () => {
  const env = drandSettings();
  const service = await startService({ env, nowMs: NOW_MS });
  openRound(service, baccarat, ROUND);
  service.clock.nowMs = OVER_MS;
  await withStoreOf(service.dataDir, ({ db }) =>
    db
      .insertInto("beacon")
      .values({ chain_hash: network.chain.hash, round: NUMBER, signature: FALSE, seal: "" })
      .execute(),
  );
  await eventually(() => service.log.join().includes("false beacon in the database"));
  expect(await published(service)).toEqual({ outcome: undefined, results: [] });
});
