import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { auditCommand } from "../../server/cli/audit.ts";
import { checkpointsCommand } from "../../server/cli/checkpoints.ts";
import { verifyCommand } from "../../server/cli/verify.ts";
import { logEntryOf } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { recordPath, tlogProofPath } from "../../src/fairness/paths.ts";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { readCheckpoint, signCheckpoint } from "../../src/tlog/checkpoint.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { leafHash } from "../../src/tlog/merkle.ts";
import { policyText } from "../../src/tlog/policy.ts";
import { entryBundle, readEntryBundle } from "../../src/tlog/tiles.ts";
import { formatVerifierKey } from "../../src/tlog/verifier-key.ts";
import { callCommand } from "../support/command.ts";
import { listen } from "../support/running-service.ts";
import {
  NOW_MS,
  OTHER_SECRET_HEX,
  playRound,
  SECRET_HEX,
  startService,
} from "../support/service.ts";
import type { TestService } from "../support/service.ts";
import { tempFolder } from "../support/temp-store.ts";
import { SIGNING_KEY } from "../support/test-proofs.ts";
import { HOUSE, WITNESSES } from "../support/test-tlog.ts";
import { serveTestWitness, testWitness } from "../support/test-witness.ts";

/*
 * The house itself signs a day after it was played, with a secret that it chose by the bets, and writes an old
 * time on it. All it needs is its own signing key. What it cannot have is a witness's signature of that time.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [W] = WITNESSES;
const GAME = "baccarat";
/** The day that is played, one after the first, and a round of it. */
const DATE = "2026-07-03";
const ROUND = 521_281 + 2 * 2_880 + 10;
const AFTER_MS = NOW_MS + 2 * DAY_MS + HOUR_MS;

const SIGNING = {
  SIGNING_KEY: Buffer.from(SIGNING_KEY).toString("hex"),
  LOG_ORIGIN: HOUSE.key.name,
};

interface House {
  readonly service: TestService;
  readonly url: string;
}

async function house(env: Record<string, string>, nowMs = NOW_MS): Promise<House> {
  const service = await startService({ env: { ...SIGNING, ...env }, nowMs });
  const { url, end } = await listen(service.handle);
  onTestFinished(end);
  return { service, url };
}

/** Runs the service's days until the round is over. */
async function play({ service }: House, clocks: readonly { nowMs: number }[] = []): Promise<void> {
  for (const nowMs of [NOW_MS, NOW_MS + DAY_MS, NOW_MS + 2 * DAY_MS, AFTER_MS]) {
    for (const clock of [service.clock, ...clocks]) {
      clock.nowMs = nowMs;
    }
    await service.catchUp();
    if (nowMs === NOW_MS + 2 * DAY_MS) {
      await playRound(service, baccarat, ROUND);
    }
  }
}

/** What `verify` says of the round: its exit code, and what it prints. */
const verifyAt = (url: string, ...args: string[]) =>
  callCommand(verifyCommand, [`${url}${recordPath(GAME, ROUND)}`, ...args]);

let policy: string;
let witness: Awaited<ReturnType<typeof testWitness>>;
let WITNESS: { WITNESSES: string };
beforeEach(async () => {
  policy = join(await tempFolder(), "policy");
  await writeFile(policy, policyText(HOUSE.key, [{ key: W!.key, url: undefined }], 1));
  witness = await testWitness(NOW_MS);
  WITNESS = { WITNESSES: `${formatVerifierKey(W!.key)} ${await serveTestWitness(witness)}` };
});

describe("an honest house with a witness", () => {
  test("is proven, to verify and to an audit of the day", async () => {
    const honest = await house(WITNESS);
    await play(honest, [witness.clock]);
    const { code, stdout } = await verifyAt(honest.url, "--policy", policy);
    expect(stdout).toMatch(/^pass +Known outside the house +Cosigned at 2026-07-02T00:00:00/m);
    expect(code).toBe(0);
    const args = [GAME, DATE, "--base-url", honest.url, "--policy", policy];
    const audited = await callCommand(auditCommand, args, {}, () => AFTER_MS);
    expect(audited.stdout).toMatch(
      /^pass +Promised once +The log games\.example\.com\/log has \d+ entries/m,
    );
    expect(audited.stdout).toMatch(/^pass +Known outside the house +All \d+ rounds/m);
  });

  test("is only consistent to who believes no witness, or another one", async () => {
    const honest = await house(WITNESS);
    await play(honest, [witness.clock]);
    expect((await verifyAt(honest.url)).code).toBe(4);
    await writeFile(policy, policyText(HOUSE.key, [{ key: WITNESSES[1]!.key, url: undefined }], 1));
    const { code, stdout } = await verifyAt(honest.url, "--policy", policy);
    expect([code, stdout]).toEqual([4, expect.stringContaining("Too few of the witnesses")]);
  });
});

describe("a day that is signed anew afterwards", () => {
  /** The same house, that starts over with another secret, and an old time on its clock. */
  async function backdated(): Promise<House> {
    const honest = await house(WITNESS);
    await play(honest, [witness.clock]);
    await honest.service.close();
    const forged = await house({ ...WITNESS, ORACLE_SECRET: OTHER_SECRET_HEX });
    // Its own clock lies; the witness's does not.
    await play(forged);
    return forged;
  }

  test("adds up to who asks the house alone", async () => {
    const { url } = await backdated();
    const { code, stdout } = await verifyAt(url);
    expect(stdout).toMatch(/^pass +Published beforehand/m);
    expect(code).toBe(4);
  });

  test("is not proven to a verifier with one witness: it signs no second history", async () => {
    const { service, url } = await backdated();
    const { code, stdout } = await verifyAt(url, "--policy", policy);
    expect(stdout).toMatch(/^word +Known outside the house +Too few of the witnesses/m);
    expect(code).toBe(4);
    expect(service.log.join("\n")).toContain("witness failed");
  });

  test("is refuted when it comes with the proof of the honest day", async () => {
    const honest = await house(WITNESS);
    await play(honest, [witness.clock]);
    const proof = await (await honest.service.ask(tlogProofPath(GAME, DATE))).text();
    await honest.service.close();
    const { service } = await house({ ORACLE_SECRET: OTHER_SECRET_HEX });
    await play({ service, url: "" });
    const saved = join(await tempFolder(), "proof.json");
    const record = await service.read(recordPath(GAME, ROUND));
    const header = (await service.read(`/fairness/${GAME}/${DATE}.json`)) as SignedHeader;
    await writeFile(saved, JSON.stringify({ record, header, tlogProof: proof }));
    const args = [saved, "--key", header.key, "--policy", policy];
    const { code, stdout } = await callCommand(verifyCommand, args);
    expect(stdout).toMatch(/^fail +Known outside the house/m);
    expect(code).toBe(1);
  });

  test("is refuted by a line that was published in time, without any witness", async () => {
    const honest = await house({});
    await play(honest);
    const { stdout: lines } = await callCommand(checkpointsCommand, ["export"], {
      DATA_DIR: honest.service.dataDir,
      ORACLE_SECRET: SECRET_HEX,
    });
    const line = lines.split("\n").find((each) => each.startsWith("2026-07-02")) as string;
    const seen = ["--line", line, "--line-seen", "2026-07-02T06:00Z"];
    const proven = await verifyAt(honest.url, ...seen);
    expect([proven.code, proven.stdout]).toEqual([
      0,
      expect.stringContaining("In the line that was"),
    ]);
    const late = await verifyAt(honest.url, "--line", line, "--line-seen", "2026-07-04T00:00Z");
    expect(late.code).toBe(4);
    await honest.service.close();
    const forged = await house({ ORACLE_SECRET: OTHER_SECRET_HEX });
    await play(forged);
    const { code, stdout } = await verifyAt(forged.url, ...seen);
    expect(stdout).toMatch(
      /^fail +Known outside the house +The log that the house shows is not the one/m,
    );
    expect(code).toBe(1);
  });

  test("is found by an audit where the log holds both headers of the day", async () => {
    const honest = await house({});
    await play(honest);
    const forged = await house({ ORACLE_SECRET: OTHER_SECRET_HEX });
    await play(forged);
    const second = (await forged.service.read(`/fairness/${GAME}/${DATE}.json`)) as SignedHeader;
    const url = await withEntry(honest.service, logEntryOf(second));
    const args = [GAME, DATE, "--base-url", url];
    const { code, stdout } = await callCommand(auditCommand, args, {}, () => AFTER_MS);
    expect(stdout).toMatch(/^fail +Promised once +The house’s log has 2 headers of this day/m);
    expect(code).toBe(1);
  });
});

/** A house whose log has one more entry, all of it signed. Its address. */
async function withEntry(service: TestService, entry: Uint8Array): Promise<string> {
  const before = readCheckpoint(await (await service.ask("/log/checkpoint")).text());
  const { size } = before;
  const bundle = await (await service.ask(`/log/tile/entries/000.p/${size}`)).arrayBuffer();
  const entries = [...readEntryBundle(new Uint8Array(bundle), size), entry];
  const root = new LogTree(entries.map((each) => leafHash(each))).root();
  const pages = new Map<string, string | Uint8Array>([
    ["/log/checkpoint", signCheckpoint({ size: size + 1, root }, HOUSE.key, HOUSE.sign)],
    [`/log/tile/entries/000.p/${size + 1}`, entryBundle(entries)],
  ]);
  const { url, end } = await listen((request, response) => {
    const page = pages.get(request.url ?? "");
    return page === undefined ? service.handle(request, response) : response.end(page);
  });
  onTestFinished(end);
  return url;
}
