/*
 * One server's clock is wrong, or the database's is. Who is believed must be the same for all, and be
 * somebody who is right whenever most of them are.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judge } from "../../../server/time/judgement.ts";
import type { ClockReports } from "../../../server/time/judgement.ts";
import { pointAt } from "../../../server/time/offset.ts";

/** A clock that is so far ahead, as seen over a network. */
const received = (aheadMs: number, widthMs = 4) => ({
  leastMs: aheadMs - widthMs / 2,
  mostMs: aheadMs + widthMs / 2,
});

const alone: ClockReports = { ownMs: 0, peers: [], dates: [], provenMs: -Infinity };
const verdictOf = (evidence: Partial<ClockReports>) => judge({ ...alone, ...evidence }).verdict;
const HOUR_MS = 3_600_000;

test("without a witness this machine's clock is believed to the millisecond", () => {
  expect(judge(alone)).toEqual({
    verdict: "unwitnessed",
    leastMs: Infinity,
    mostMs: -Infinity,
    best: null,
    reason: null,
  });
});

describe("with the database's clock", () => {
  test.each([
    [0, "sure"],
    [-200, "sure"],
    [249, "wide"],
    [-600, "wide"],
    [600, "wide"],
    [1_500, "contradicted"],
    [2_000, "contradicted"],
    [-10_000, "contradicted"],
    [24 * HOUR_MS, "contradicted"],
  ] as const)("a clock that is %i ms ahead is %s", (ownMs, verdict) => {
    expect(verdictOf({ ownMs, database: received(0) })).toBe(verdict);
  });

  test("bounds that are too wide are of no use, however well the clocks agree", () => {
    expect(judge({ ...alone, database: received(0, 1_200) })).toMatchObject({
      verdict: "vague",
      reason: "The time is known to 1.2 s only, and it takes one second.",
    });
  });

  test("the reason says which way and how far", () => {
    expect(judge({ ...alone, ownMs: HOUR_MS, database: received(0) }).reason).toBe(
      "This server's clock is 3600.0 s ahead of the database's clock.",
    );
    expect(judge({ ...alone, ownMs: -10_000, database: received(0) }).reason).toBe(
      "This server's clock is 10.0 s behind the database's clock.",
    );
  });

  test("it decides between two servers, and against both of them", () => {
    expect(verdictOf({ database: received(0), peers: [received(2_000, 400)] })).toBe("sure");
    expect(verdictOf({ ownMs: 2_000, database: received(0), peers: [received(0, 400)] })).toBe(
      "contradicted",
    );
    expect(verdictOf({ ownMs: 0, database: received(2_000), peers: [received(0, 400)] })).toBe(
      "contradicted",
    );
  });

  test("three servers that agree go on without it, by each other's clocks", () => {
    const found = judge({
      ...alone,
      database: received(HOUR_MS),
      peers: [received(30, 4), received(-20, 4)],
    });
    expect(found).toMatchObject({ verdict: "sure", leastMs: -18, mostMs: 28, best: null });
  });
});

test("two servers on a file that contradict each other serve nothing, and nothing early", () => {
  const found = judge({ ...alone, ownMs: 2_000, peers: [received(0, 400)] });
  expect(found).toMatchObject({ verdict: "contradicted", leastMs: 200 });
  expect(verdictOf({ peers: [received(2_000, 400)] })).toBe("contradicted");
  expect(verdictOf({ peers: [received(100, 400)] })).toBe("sure");
});

describe("voices from outside", () => {
  const right = received(200, 1_000);
  const liar = received(HOUR_MS, 1_000);

  test("refute a clock that has no other witness, and confirm none", () => {
    expect(verdictOf({ dates: [received(HOUR_MS, 1_000)] })).toBe("contradicted");
    expect(verdictOf({ dates: [received(500, 1_000)] })).toBe("unwitnessed");
  });

  test.each<[string, Partial<ClockReports>, string]>([
    ["one that agrees, one that does not", { dates: [right, liar] }, "unwitnessed"],
    ["one that agrees, two that do not", { dates: [right, liar, liar] }, "contradicted"],
    ["two that agree, one that does not", { dates: [right, right, liar] }, "unwitnessed"],
    ["chrony agrees, one does not", { chrony: received(0), dates: [liar] }, "sure"],
    ["chrony alone does not", { chrony: received(HOUR_MS) }, "contradicted"],
    [
      "one does not, a server on the same file does",
      { peers: [received(0)], dates: [liar] },
      "contradicted",
    ],
    ["one does not, the database does", { database: received(0), dates: [liar] }, "sure"],
    ["one less than a second off", { dates: [received(1_400, 1_000)] }, "unwitnessed"],
    ["one behind", { dates: [received(-10_000, 1_000)] }, "contradicted"],
  ])("weigh as much as those who agree: %s", (_, evidence, verdict) => {
    expect(verdictOf(evidence)).toBe(verdict);
  });

  test("do not outweigh the database one by one, but do together", () => {
    const dates = [received(HOUR_MS, 1_000)];
    expect(verdictOf({ database: received(0), dates })).toBe("sure");
    expect(verdictOf({ database: received(0), dates: [...dates, ...dates] })).toBe("contradicted");
  });

  test("chrony bounds the time where there is no database", () => {
    expect(judge({ ...alone, chrony: received(3, 40) })).toMatchObject({
      verdict: "sure",
      leastMs: -17,
      mostMs: 23,
    });
  });

  test("a beacon proves that it is not earlier: a little slow closes bets early, more stops", () => {
    expect(judge({ ...alone, provenMs: 200 })).toMatchObject({ reason: null, mostMs: 200 });
    expect(verdictOf({ provenMs: 2_000 })).toBe("contradicted");
    expect(verdictOf({ provenMs: -2_000 })).toBe("unwitnessed");
  });
});

describe("whatever the clocks of the servers and the database say", () => {
  const clocks = fc.record({
    servers: fc.array(fc.integer({ min: -4_000, max: 4_000 }), { minLength: 2, maxLength: 5 }),
    databaseMs: fc.option(fc.integer({ min: -4_000, max: 4_000 })),
  });

  /** What each server makes of it, its bounds by a clock that they share. */
  function all(servers: readonly number[], databaseMs: number | null) {
    return servers.map((ownMs, at) => {
      const peers = servers.filter((_, other) => other !== at).map(pointAt);
      const database = databaseMs === null ? undefined : pointAt(databaseMs);
      const found = judge({ ...alone, ownMs, peers, database });
      return {
        serves: found.reason === null,
        leastMs: Math.min(ownMs, found.leastMs),
        mostMs: Math.max(ownMs, found.mostMs),
      };
    });
  }

  test("all who serve agree on a time: none shows a result while another takes bets", () => {
    fc.assert(
      fc.property(clocks, ({ servers, databaseMs }) => {
        const serving = all(servers, databaseMs).filter(({ serves }) => serves);
        for (const one of serving) {
          for (const other of serving) {
            expect(one.leastMs).toBeLessThanOrEqual(other.mostMs);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("where the database and one of three servers are right, nothing is published early", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (oneMs, otherMs) => {
        for (const { serves, leastMs } of all([0, oneMs, otherMs], 0)) {
          expect(serves && leastMs > 0).toBe(false);
        }
      }),
    );
  });
});
