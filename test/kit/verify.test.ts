import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, expectTypeOf, test } from "vitest";
import { KEYS_PATH, recordPath } from "../../src/fairness/paths.ts";
import { dateOfDay, roundsOfDay } from "../../src/fairness/utc-day.ts";
import { bigsixball } from "../../src/games/bigsixball/game.ts";
import { timingOf } from "../../src/games/timing.ts";
import { ApiError, verifyDay, verifyRound } from "../../src/kit/verify.ts";
import type { RoundVerification, Verdict } from "../../src/kit/verify.ts";
import { phaseStartMs } from "../../src/round/phases.ts";
import { startProofHouse } from "../support/proof-house.ts";
import type { Lies } from "../support/proof-house.ts";
import { network, proofOf } from "../support/test-proofs.ts";
import type { Proof } from "../support/test-proofs.ts";

/* Tests the `tableside/verify` entry point against honest and dishonest services. */

const DAY = 20_635;
const DATE = dateOfDay(DAY);
const { firstRound: FIRST } = roundsOfDay(DAY, bigsixball.intervalMs);
const OTHER_KEY = "ab".repeat(32);
const game = "bigsixball";

const inSeedMode = (round: number) => proofOf(bigsixball, round, null);
const inDrandMode = (round: number) => proofOf(bigsixball, round, network);

const faults = ({ checks }: Pick<RoundVerification, "checks">) =>
  checks.filter(({ status }) => status === "fail" || status === "open").map(({ reason }) => reason);

function instead(path: string, status: number, body: unknown): Lies {
  return {
    before(request: IncomingMessage, response: ServerResponse) {
      const isAsked = request.url === path;
      if (isAsked) {
        response.writeHead(status).end(JSON.stringify(body));
      }
      return isAsked;
    },
  };
}

describe.each([
  ["seed", inSeedMode],
  ["drand", inDrandMode],
] as const)("a round in %s mode", (mode, proof) => {
  const honest = proof(FIRST);
  const { record, keys, chains } = honest;
  const check = async (lies?: Lies, of: Proof = honest) => {
    const baseUrl = await startProofHouse([of], lies);
    return verifyRound({ baseUrl, game, chains }, FIRST);
  };

  test("a round is proven by the data that the service publishes", async () => {
    const found = await check();
    expect(found).toMatchObject({ verdict: "consistent", record });
    expect(found.checks.find(({ name }) => name === "beacon")?.status).toBe(
      mode === "seed" ? "none" : "pass",
    );
    expectTypeOf(found.verdict).toEqualTypeOf<Verdict>();
  });

  test("a round is refuted if the pinned key is not its own", async () => {
    const baseUrl = await startProofHouse([honest]);
    const checkWith = (key: string) => verifyRound({ baseUrl, game, chains, keys: [key] }, FIRST);
    expect((await checkWith(keys.pinned[0] ?? "")).verdict).toBe("consistent");
    const foreign = await checkWith(OTHER_KEY);
    expect(foreign.verdict).toBe("refuted");
    expect(faults(foreign)).toEqual(["key-foreign"]);
    // Cause: a placeholder that was not replaced refuted an honest round.
    await expect(checkWith("KEY_YOU_SAVED")).rejects.toThrow("64 hex digits");
  });
});

describe("a check of one round", () => {
  const honest = inSeedMode(FIRST);

  // Cause: another round's record, and unparsed text, counted as not saved.
  test("verifyRound throws if the saved record is unparsed text or another round's", async () => {
    const baseUrl = await startProofHouse([honest]);
    const check = (kept: unknown) => verifyRound({ baseUrl, game, kept }, FIRST);
    await expect(check(JSON.stringify(honest.record))).rejects.toThrow("parsed from JSON");
    await expect(check(inSeedMode(FIRST + 1).record)).rejects.toThrow(`of round ${FIRST} of`);
  });

  test("a round is refuted if the service does not list the key that signed its header, or lists none", async () => {
    const faultsFor = async (body: unknown) => {
      const baseUrl = await startProofHouse([honest], instead(KEYS_PATH, 200, body));
      return faults(await verifyRound({ baseUrl, game }, FIRST));
    };
    expect(await faultsFor({ version: "tbs/1", keys: [OTHER_KEY] })).toEqual(["key-foreign"]);
    expect(await faultsFor("none")).toEqual(["key-unknown"]);
  });

  test("a round is undecided if its beacons come from a chain that is not trusted", async () => {
    const baseUrl = await startProofHouse([inDrandMode(FIRST)]);
    const found = await verifyRound({ baseUrl, game }, FIRST);
    expect(found.verdict).toBe("undecided");
    expect(faults(found)).toEqual(["beacon-number-chain", "beacon-chain"]);
  });

  test("a check of an unpublished round throws the service's error", async () => {
    const baseUrl = await startProofHouse([honest]);
    const asked = verifyRound({ baseUrl, game }, FIRST + 5);
    await expect(asked).rejects.toBeInstanceOf(ApiError);
    await expect(asked).rejects.toMatchObject({ status: 404, message: "Not published." });
  });

  // Cause: the runtime's own message was "fetch failed", which does not help a program with several services.
  test("a check without a response names the URL that it requested", async () => {
    const asked = verifyRound({ baseUrl: "http://127.0.0.1:1", game }, FIRST);
    await expect(asked).rejects.toThrow(`No response from http://127.0.0.1:1/embed/${game}/`);
  });

  test("a check waits when the service asks for a pause", async () => {
    let refused = 0;
    const baseUrl = await startProofHouse([honest], {
      before(_, response) {
        refused += 1;
        const isBusy = refused <= 2;
        if (isBusy) {
          response.writeHead(429, { "retry-after": "0" }).end("{}");
        }
        return isBusy;
      },
    });
    expect((await verifyRound({ baseUrl, game }, FIRST)).verdict).toBe("consistent");
    expect(refused).toBeGreaterThan(2);
  });

  test("a check stops when its signal aborts, even in a pause", async () => {
    const ending = new AbortController();
    const baseUrl = await startProofHouse([honest], {
      before(_, response) {
        response.writeHead(429, { "retry-after": "3600" }).end("{}");
        setTimeout(() => ending.abort("enough"), 20);
        return true;
      },
    });
    const asked = verifyRound({ baseUrl, game, signal: ending.signal }, FIRST);
    await expect(asked).rejects.toBe("enough");
  });
});

// Such rounds were once refuted, or threw an error.
test("a round older than the service's first header is undecided", async () => {
  const baseUrl = await startProofHouse([inSeedMode(FIRST)]);
  const round = await verifyRound({ baseUrl, game }, FIRST - 1);
  const day = await verifyDay({ baseUrl, game }, dateOfDay(DAY - 1));
  expect(faults(round)).toEqual(["published-older"]);
  expect(round).toMatchObject({ verdict: "undecided", record: null });
  expect(day).toMatchObject({ verdict: "undecided", header: round.checks, rounds: [] });
});

describe.each([
  ["seed", inSeedMode],
  ["drand", inDrandMode],
] as const)("a day in %s mode", (mode, proof) => {
  const PLAYED = 10;
  const proofs = Array.from({ length: PLAYED }, (_, index) => proof(FIRST + index));
  const [{ chains, header, keys }] = proofs as [Proof];
  const timing = timingOf(bigsixball, mode);
  /** The last round ended long enough ago. */
  const nowMs = phaseStartMs(FIRST + PLAYED - 1, "result", timing) + 60_000;
  const check = async (lies?: Lies, trusted: readonly string[] = []) => {
    const baseUrl = await startProofHouse(proofs, lies);
    return verifyDay({ baseUrl, game, chains, keys: trusted }, DATE, nowMs);
  };

  test("checking a day checks each of its finished rounds", async () => {
    for (const trusted of [[], keys.pinned]) {
      const { verdict, header: checks, rounds } = await check({}, trusted);
      expect(verdict).toBe("consistent");
      expect(checks.map(({ status }) => status)).toEqual(["pass", "pass", "pass", "word"]);
      expect(rounds.map(({ round }) => round)).toEqual(proofs.map(({ record }) => record.round));
    }
  });

  test("a day is refuted by one forged round", async () => {
    const outcome = (proofs[0] as Proof).record.outcome;
    const record = { ...(proofs[7] as Proof).record, outcome };
    const { verdict, rounds } = await check({ records: { [FIRST + 7]: record } });
    expect(verdict).toBe("refuted");
    const wrong = rounds.filter(({ verdict }) => verdict !== "consistent");
    expect(wrong.map(({ round }) => round)).toEqual([FIRST + 7]);
    expect(wrong.flatMap(faults)).toEqual(["outcome-wrong", "results-other"]);
  });

  test("a day is refuted if its results omit or repeat a round", async () => {
    const { record } = proofs[0] as Proof;
    expect((await check({ records: { [FIRST + 1]: record } })).verdict).toBe("refuted");
    expect((await check({ entries: { [FIRST + 1]: null } })).verdict).toBe("refuted");
  });

  test("a day with a missing record is undecided", async () => {
    const { record } = proofs[7] as Proof;
    const forged = { ...record, outcome: (proofs[0] as Proof).record.outcome };
    const missing = instead(recordPath(game, FIRST + 3), 404, { detail: "Not published." });
    const { verdict, rounds } = await check(missing);
    expect(verdict).toBe("undecided");
    expect(rounds[3]).toEqual({ round: FIRST + 3, verdict: "undecided", checks: [] });
    expect(rounds.filter(({ verdict }) => verdict === "consistent").length).toBe(PLAYED - 1);
    // A missing record does not hide a forged one.
    const both = await check({ ...missing, records: { [FIRST + 7]: forged } });
    expect(both.verdict).toBe("refuted");
  });

  test.each([
    ["no header", undefined, 404],
    ["an unreadable header", { ...header, root: "none" }, 200],
    ["another day's header", { ...header, date: dateOfDay(DAY + 1) }, 200],
  ])("a day is refuted if there is %s", async (_, body, status) => {
    const path = `/fairness/${game}/${DATE}.json`;
    const { verdict, rounds } = await check(instead(path, status, body));
    expect([verdict, rounds]).toEqual(["refuted", []]);
  });
});
