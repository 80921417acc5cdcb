import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { verify } from "../../src/fairness/check-round.ts";
import { headerHash, publicKeyOf, signHeader } from "../../src/fairness/header.ts";
import type { DayHeader, SignedHeader } from "../../src/fairness/header.ts";
import { headerPath, KEYS_PATH, recordPath } from "../../src/fairness/paths.ts";
import type { OpenRecord } from "../../src/fairness/record.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { roundAt } from "../../src/round/phases.ts";
import { isFull, times } from "../support/effort.ts";
import { NOW_MS, playRound, startService } from "../support/service.ts";
import { tempFolder } from "../support/temp-store.ts";
import { beaconSigner } from "../support/test-beacons.ts";
import type { Proof } from "../support/test-proofs.ts";
import { dayOfProofs, network, proofOf, SIGNING_KEY } from "../support/test-proofs.ts";
import vectors from "./proofs.json" with { type: "json" };

/* verify.py implements only src/content/docs/protocol.md. If it agrees with the service, the page is complete. */

const PROGRAM = fileURLToPath(new URL("verify.py", import.meta.url));

type Saved = Pick<Proof, "header"> & { record: unknown; keys: readonly string[] };

function saved({ record, header, keys }: Pick<Proof, "record" | "header" | "keys">): Saved {
  return { record, header, keys: keys.pinned };
}

/** The second verifier's verdicts on proofs, one line each, for a reader with these pinned keys. */
async function judge(
  proofs: readonly unknown[],
  keys: readonly string[] = [publicKeyOf(SIGNING_KEY)],
): Promise<string[]> {
  const folder = await tempFolder();
  const [file, chain] = [join(folder, "proofs.ndjson"), join(folder, "chain.json")];
  await writeFile(file, proofs.map((proof) => `${JSON.stringify(proof)}\n`).join(""));
  await writeFile(chain, JSON.stringify(network.chain));
  const trusted = keys.flatMap((key) => ["--key", key]);
  return python([PROGRAM, "--chain", chain, ...trusted, file]);
}

async function python(args: readonly string[]): Promise<string[]> {
  const stdout = await new Promise<string>((resolve, reject) => {
    // -B: do not write compiled files.
    const options = { maxBuffer: 2 ** 26 };
    execFile("python3", ["-B", ...args], options, (error, text, stderr) => {
      // The verifier exits with 1 if a proof does not hold.
      if (stderr === "" && (error === null || error.code === 1)) {
        resolve(text);
      } else {
        reject(error ?? new Error(stderr));
      }
    });
  });
  return stdout.trimEnd().split("\n");
}

test("the stored vectors match the service's records", () => {
  for (const vector of vectors.proofs) {
    const game = games.find(({ slug }) => slug === vector.record.game);
    const signer = vector.header.entropy === "drand" ? network : null;
    expect(saved(proofOf(game!, vector.record.round, signer))).toEqual(vector);
  }
  expect(vectors.chain).toEqual(network.chain);
});

test("the second verifier accepts the stored vectors", async () => {
  // Three rounds of each game in seed mode, then four in drand mode, which are slow in Python: one of them is
  // enough here.
  const some = vectors.proofs.filter((_, index) => isFull || index % 7 < 3 || index === 3);
  expect(await judge(some)).toEqual(some.map(() => "consistent"));
});

test("the second verifier accepts a running service's proofs", async () => {
  const service = await startService();
  const { read } = service;
  const nowMs = NOW_MS + 40 * 3_600_000;
  const last = (game: Game) => roundAt(nowMs, game.intervalMs) - 1;
  for (const game of games.toSorted((a, b) => b.intervalMs - a.intervalMs)) {
    await playRound(service, game, last(game));
  }
  service.clock.nowMs = nowMs;
  const { keys } = (await read(KEYS_PATH)) as { keys: string[] };
  const proofs = await Promise.all(
    games.map(async (game) => {
      const round = last(game);
      const record = (await read(recordPath(game.slug, round))) as OpenRecord;
      return { record, header: await read(headerPath(record)), keys };
    }),
  );
  expect(await judge(proofs, keys)).toEqual(games.map(() => "consistent"));
});

test("both verifiers return the same verdict on a saved record", async () => {
  const { open, ...proof } = proofOf(games[1]!, 521_999, null);
  const kept = [
    open,
    { ...open, commitment: "11".repeat(32) },
    { ...open, headerHash: "11".repeat(32) },
    // A record of another round or a finished round does not test the promise.
    proofOf(games[1]!, 522_000, null).open,
    proof.record,
    null,
  ];
  const ours = kept.map((saved) => verify({ ...proof, kept: saved }).verdict);
  const c = "consistent";
  expect(ours).toEqual(["proven", "refuted", "refuted", c, c, c]);
  const theirs = await judge(kept.map((promise) => ({ ...saved(proof), kept: promise })));
  expect(theirs.map((line) => (line.startsWith("step 6:") ? "refuted" : line))).toEqual(ours);
});

test("the second verifier accepts a day's rounds", async () => {
  const every = times(8, 1);
  const proofs = games.flatMap((game) => dayOfProofs(game, 20_700, null, { every }));
  const verdicts = await judge(proofs.map(saved));
  expect(verdicts.filter((verdict) => verdict !== "consistent")).toEqual([]);
  expect(verdicts).toHaveLength(7_200 / every);
});

describe.each([
  ["drand", network],
  ["seed", null],
] as const)("the second verifier in %s mode", (_, signer) => {
  const { record, header, keys } = saved(proofOf(games[1]!, 521_999, signer));
  const other = proofOf(games[1]!, 522_000, signer).record;
  const foreign = proofOf(games[1]!, 521_999, beaconSigner("another network")).record;
  const signed = (fields: Partial<DayHeader>) => {
    const { key: _, signature: __, ...rest } = header;
    return signHeader({ ...rest, ...fields }, SIGNING_KEY);
  };
  const named = (other: SignedHeader) => ({
    record: { ...(record as object), headerHash: headerHash(other) },
    header: other,
    keys,
  });
  /** Less than 24 hours ahead, which is allowed only on a house's first days. */
  const late = named(signed({ publishedAt: header.publishedAt + 3_600_001 }));
  const before = proofOf(games[1]!, 521_999 - 2_880, signer).header;
  /** Published when bets closed. */
  const after = named(signed({ publishedAt: (record as OpenRecord).closesAt }));
  const changes: [step: RegExp, proof: unknown][] = [
    [/^step 1:/, { record, header: { ...header, key: "00".repeat(32) }, keys: ["00".repeat(32)] }],
    [/^step 2:/, { record, header: { ...header, publishedAt: header.publishedAt + 1 }, keys }],
    [/^step 2:/, { record, header: { ...header, signature: "00".repeat(64) }, keys }],
    [/^step 3:/, { record, header: signed({ closesMs: header.closesMs - 1 }), keys }],
    [/^step 5:/, { ...late, dayBefore: before }],
    [/^step 5:/, { ...after, dayBefore: before }],
    [/^undecided: the round is older than the first header/, after],
    [/^undecided: whether these are the first days/, { ...late }],
    [/^step 4:/, { record: { ...(record as object), headerHash: "00".repeat(32) }, header, keys }],
    [/^step 7:/, { record: { ...(record as object), closesAt: 0 }, header, keys }],
    [/^step 8:/, { record: { ...(record as object), seed: other.seed }, header, keys }],
    [/^step 9:/, { record: { ...(record as object), proof: other.proof.slice(1) }, header, keys }],
    [/^step 10:/, { record: { ...(record as object), drandRound: 7 }, header, keys }],
    [/^step 11:/, { record: { ...(record as object), beacon: foreign.beacon }, header, keys }],
    [/^step 12:/, { record: { ...(record as object), outcome: other.outcome }, header, keys }],
    [/^unreadable:/, { record: {}, header, keys }],
  ];

  test("the second verifier names the step that detects a change", async () => {
    const verdicts = await judge(changes.map(([, proof]) => proof));
    for (const [index, [step]] of changes.entries()) {
      expect(verdicts[index]).toMatch(step);
    }
  });
});
