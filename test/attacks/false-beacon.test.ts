/*
 * The attacker can write to the database, or a disk fails: under the number of a round's beacon stands
 * another signature. It was believed when it was read back, since it had been verified once: records
 * and history showed a round dealt from it, and `npm run beacon` with the genuine one said "genuine and kept"
 * while the false one stayed. What stops it: what is read back is verified again, by a seal that only
 * the secret makes, or else by its signature; a false one is reported, dropped and fetched again, and a
 * genuine one replaces it.
 */
import { describe, expect, test } from "vitest";
import { beaconCommand } from "../../server/cli/beacon.ts";
import { tickMs } from "../../src/fairness/chain.ts";
import { recordPath } from "../../src/fairness/paths.ts";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { phaseStartMs, roundAt } from "../../src/round/phases.ts";
import { callCommand } from "../support/command.ts";
import { testChain } from "../support/drand-chain.ts";
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
/** Genuine, but of another number. */
const FALSE = hex(network.sign(NUMBER + 1));
const { outcome } = proofOf(baccarat, ROUND, network).record;

/** The data of a service that has played a round, in which the round's beacon was exchanged. */
async function forgedData(): Promise<string> {
  const DATA_DIR = await tempFolder();
  const env = { DATA_DIR, ...drandSettings() };
  const [service, end] = await openTestService({ env, nowMs: NOW_MS });
  openRound(service, baccarat, ROUND);
  service.clock.nowMs = tickMs(network.chain, NUMBER);
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

describe("a false beacon in the store of a service", () => {
  test("decides nothing, in records and in history, and is reported and dropped", async () => {
    const DATA_DIR = await forgedData();
    const env = { DATA_DIR, ...drandSettings() };
    const service = await startService({ env, nowMs: OVER_MS });
    expect(await published(service)).toEqual({ outcome: undefined, results: [] });
    expect(service.log.join()).toContain("false beacon in the store");
    expect(await keptText(DATA_DIR)).toBeUndefined();
  });

  test("is replaced from a relay, and then the round is published as it was", async () => {
    const DATA_DIR = await forgedData();
    const relay = await testChain(network, () => OVER_MS).startRelay();
    const env = { DATA_DIR, ...drandSettings([relay.url]) };
    const service = await startService({ env, nowMs: OVER_MS });
    await eventually(async () => (await published(service)).outcome !== undefined);
    expect(await published(service)).toMatchObject({ outcome, results: [outcome] });
    await eventually(async () => (await keptText(DATA_DIR)) === hex(network.sign(NUMBER)));
  });

  test("that comes while the beacon is waited for is not taken for it", async () => {
    const env = drandSettings();
    const service = await startService({ env, nowMs: NOW_MS });
    openRound(service, baccarat, ROUND);
    service.clock.nowMs = OVER_MS;
    await withStoreOf(service.dataDir, ({ db }) =>
      db
        .insertInto("beacon")
        .values({ chain_hash: network.chain.hash, round: NUMBER, signature: FALSE, seal: null })
        .execute(),
    );
    await eventually(() => service.log.join().includes("false beacon in the store"));
    expect(await published(service)).toEqual({ outcome: undefined, results: [] });
  });
});

describe("the commands", () => {
  test("a genuine beacon that is submitted replaces a false one, and the log has it", async () => {
    const DATA_DIR = await forgedData();
    const args = [String(NUMBER), hex(network.sign(NUMBER))];
    const env = { DATA_DIR, ...drandSettings() };
    const { code, stdout } = await callCommand(beaconCommand, args, env);
    expect(stdout).toContain("is genuine and kept, in the place of a false one.");
    expect(code).toBe(0);
    expect(await keptText(DATA_DIR)).toBe(hex(network.sign(NUMBER)));
    const service = await startService({ env, nowMs: OVER_MS });
    expect(await published(service)).toMatchObject({ outcome, results: [outcome] });
    expect(service.log.join()).not.toContain("false beacon");
  });
});
