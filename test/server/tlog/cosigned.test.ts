import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { checkpointRequest } from "../../../server/tlog/add-checkpoint.ts";
import { readCheckpoint, signCheckpoint } from "../../../src/tlog/checkpoint.ts";
import { cosignedAtMs } from "../../../src/tlog/cosignature.ts";
import { LogTree } from "../../../src/tlog/log-tree.ts";
import { leafHash } from "../../../src/tlog/merkle.ts";
import { isOfKnownLog, readPolicy, witnessedAtMs } from "../../../src/tlog/policy.ts";
import { readTlogProof } from "../../../src/tlog/tlog-proof.ts";
import { formatVerifierKey } from "../../../src/tlog/verifier-key.ts";
import { NOW_MS, startService } from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";
import { SIGNING_KEY } from "../../support/test-proofs.ts";
import { HOUSE, WITNESSES } from "../../support/test-tlog.ts";
import { serveOnPort, serveTestWitness, testWitness } from "../../support/test-witness.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A service whose log is the tests', with witnesses at addresses. */
function houseWith(addresses: readonly string[], env: Record<string, string> = {}) {
  const witnesses = addresses.map(
    (url, index) => `${formatVerifierKey(WITNESSES[index]!.key)} ${url}`,
  );
  return startService({
    env: {
      LOG_ORIGIN: HOUSE.key.name,
      SIGNING_KEY: Buffer.from(SIGNING_KEY).toString("hex"),
      ...(witnesses.length === 0 ? {} : { WITNESSES: witnesses.join(", ") }),
      ...env,
    },
  });
}

async function textOf(service: TestService, path: string): Promise<string> {
  const answer = await service.ask(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

async function witnessedAt(service: TestService, path: string): Promise<number | null> {
  const policy = readPolicy(await textOf(service, "/log/policy"));
  const { checkpoint } = readTlogProof(await textOf(service, path));
  expect(isOfKnownLog(policy, checkpoint)).toBe(true);
  return witnessedAtMs(policy, checkpoint);
}

test("a day is witnessed before it begins, and each checkpoint anew every ten minutes", async () => {
  const witnesses = await Promise.all(
    WITNESSES.slice(0, 2).map((signer) => testWitness(NOW_MS, [HOUSE.key], signer)),
  );
  const house = await houseWith(await Promise.all(witnesses.map(serveTestWitness)));
  const setTime = (ms: number) => {
    for (const clock of [house.clock, ...witnesses.map(({ clock }) => clock)]) {
      clock.nowMs = ms;
    }
  };
  await house.catchUp();
  const tomorrow = "/fairness/baccarat/2026-07-02.tlog-proof";
  expect(await witnessedAt(house, tomorrow)).toBe(NOW_MS);
  const timesOf = async () => {
    const checkpoint = readCheckpoint(await textOf(house, "/log/checkpoint"));
    return WITNESSES.slice(0, 2).map(({ key }) => cosignedAtMs(checkpoint, key));
  };
  setTime(NOW_MS + 10 * MINUTE_MS);
  await house.catchUp();
  expect(await timesOf()).toEqual([NOW_MS + 10 * MINUTE_MS, NOW_MS + 10 * MINUTE_MS]);
  // The proof says since when, not until when.
  expect(await witnessedAt(house, tomorrow)).toBe(NOW_MS);
  setTime(NOW_MS + DAY_MS);
  await house.catchUp();
  expect(await witnessedAt(house, "/fairness/baccarat/2026-07-03.tlog-proof")).toBe(
    NOW_MS + DAY_MS,
  );
  expect(await witnessedAt(house, tomorrow)).toBe(NOW_MS);
});

test("days that too few witnesses have signed are counted until enough have", async () => {
  const witness = await testWitness(NOW_MS);
  let isAway = true;
  const url = await serveOnPort(async (request, response) => {
    const reply = witness.addCheckpoint(await text(request));
    response.writeHead(isAway ? 503 : reply.status).end(isAway ? "" : reply.text);
  });
  const house = await houseWith([url]);
  const unwitnessed = async () =>
    /^tableside_log_unwitnessed_entries (\d+)$/m.exec(await house.metrics.text())?.[1];
  await house.catchUp();
  expect(await unwitnessed()).toBe("6");
  isAway = false;
  await house.catchUp();
  expect(await unwitnessed()).toBe("0");
});

test("a house that forgot what its witness signed goes on where the witness is", async () => {
  const witness = await testWitness(NOW_MS);
  const house = await houseWith([await serveTestWitness(witness)]);
  const entries = Buffer.from(await (await house.ask("/log/tile/0/000.p/6")).arrayBuffer());
  const tree = new LogTree(
    Array.from({ length: 3 }, (_, at) => entries.subarray(32 * at, 32 * at + 32)),
  );
  const checkpoint = signCheckpoint({ size: 3, root: tree.root() }, HOUSE.key, HOUSE.sign);
  const offer = { oldSize: 0, proof: [], checkpoint };
  expect(witness.addCheckpoint(checkpointRequest(offer)).status).toBe(200);
  await house.catchUp();
  expect(await witnessedAt(house, "/fairness/baccarat/2026-07-01.tlog-proof")).toBe(NOW_MS);
});

test("a witness that saw a longer log is named in the log of the service, and nothing is signed", async () => {
  const witness = await testWitness(NOW_MS);
  const tree = new LogTree(Array.from({ length: 9 }, (_, at) => leafHash(Buffer.from([at]))));
  const checkpoint = signCheckpoint({ size: 9, root: tree.root() }, HOUSE.key, HOUSE.sign);
  witness.addCheckpoint(checkpointRequest({ oldSize: 0, proof: [], checkpoint }));
  const house = await houseWith([await serveTestWitness(witness)]);
  await house.catchUp();
  await house.catchUp();
  const lines = house.log.filter((line) => line.includes("witness failed"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("is this an old copy of the database?");
  expect(await witnessedAt(house, "/fairness/baccarat/2026-07-01.tlog-proof")).toBe(null);
});

describe("a hostile witness", () => {
  const [, other] = WITNESSES;
  const answers: [what: string, status: number, body: string][] = [
    ["an answer without a signature", 200, "thank you\n"],
    ["a signature over something else", 200, "— witness.example/w1 AAAAAAAAAAAAAAAA\n"],
    ["an endless answer", 200, "x".repeat(200_000)],
    ["a conflict that is no size", 409, "many\n"],
    ["a conflict without end", 409, "1\n"],
    ["a fault", 500, "no\n"],
    ["a redirect", 302, ""],
  ];
  test.each(answers)(
    "that gives %s signs nothing, and delays nobody",
    async (_what, status, body) => {
      const hostile = await serveOnPort((_request, response) => {
        response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(body);
      });
      const honest = await serveTestWitness(await testWitness(NOW_MS, [HOUSE.key], other));
      const house = await houseWith([hostile, honest], { WITNESS_QUORUM: "1" });
      await house.catchUp();
      const path = "/fairness/baccarat/2026-07-01.tlog-proof";
      expect(await witnessedAt(house, path)).toBe(NOW_MS);
      expect(await textOf(house, path)).not.toContain(WITNESSES[0]!.key.name);
    },
  );

  test("that never answers keeps only itself waiting", async () => {
    let hangUp = () => {};
    const silent = await serveOnPort((_request, response) => {
      hangUp = () => response.destroy();
    });
    const honest = await serveTestWitness(await testWitness(NOW_MS, [HOUSE.key], other));
    const house = await houseWith([silent, honest], { WITNESS_QUORUM: "1" });
    const under = house.catchUp();
    const path = "/fairness/baccarat/2026-07-01.tlog-proof";
    while ((await witnessedAt(house, path)) === null) {
      await pause(5);
    }
    expect(await witnessedAt(house, path)).toBe(NOW_MS);
    hangUp();
    await under;
  });
});

test("the name of a log stays, whatever the settings say later", async () => {
  const house = await houseWith([]);
  const { dataDir } = house;
  await house.close();
  const again = (env: Record<string, string>) =>
    startService({ env: { DATA_DIR: dataDir, ...env } });
  const signing = { SIGNING_KEY: Buffer.from(SIGNING_KEY).toString("hex") };
  await expect(again({ ...signing, LOG_ORIGIN: "elsewhere.example" })).rejects.toThrow(
    /LOG_ORIGIN/,
  );
  const moved = await again({ ...signing, BASE_URL: "https://elsewhere.example" });
  expect(await textOf(moved, "/log/checkpoint")).toMatch(/^games\.example\.com\/log\n6\n/);
});

test.each([
  ["/log/tile/0/000", 404],
  ["/log/tile/0/000.p/6", 200],
  ["/log/tile/0/000.p/4", 200],
  ["/log/tile/0/000.p/7", 404],
  ["/log/tile/entries/000.p/6", 200],
  ["/log/tile/0/0", 404],
  ["/log/tile/", 404],
  ["/log/tile/0/%2e%2e/000", 404],
  ["/fairness/baccarat/2027-01-01.tlog-proof", 404],
  ["/fairness/baccarat/2026-07-01.txt", 404],
  ["/fairness/roulette/2026-07-01.tlog-proof", 404],
])("%s answers %d", async (path, status) => {
  const house = await houseWith([]);
  expect((await house.ask(path)).status).toBe(status);
});
