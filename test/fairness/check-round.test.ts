import { describe, expect, test } from "vitest";
import type { CheckName } from "../../src/fairness/check-names.ts";
import { CHECKS } from "../../src/fairness/check-names.ts";
import { verify } from "../../src/fairness/check-round.ts";
import type { RoundSources } from "../../src/fairness/check-round.ts";
import { signHeader } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { makeHeader } from "../../src/fairness/publish.ts";
import type { RoundRecord } from "../../src/fairness/record.ts";
import { dayOfRound, dayStartMs } from "../../src/fairness/utc-day.ts";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { bigsixball } from "../../src/games/bigsixball/game.ts";
import { dragontiger } from "../../src/games/dragontiger/game.ts";
import { games } from "../../src/games/index.ts";
import { roundStartMs } from "../../src/round/phases.ts";
import { network, proofOf, SIGNING_KEY } from "../support/test-proofs.ts";

const ROUND = 521_999;

function troubles(sources: RoundSources): string[] {
  return verify(sources)
    .checks.filter(({ status, reason }) => status !== "pass" && !/-(unasked|nothing)$/.test(reason))
    .map(({ name, status }) => `${name}: ${status}`);
}

function statusOf(sources: RoundSources, name: CheckName): string | undefined {
  return verify(sources).checks.find((check) => check.name === name)?.status;
}

describe.each(games)("a $slug round", (game) => {
  describe.each([
    ["in drand mode", network, []],
    ["in seed mode without a beacon", null, ["beacon-number: none", "beacon: none"]],
  ])("%s", (_, chain, absent) => {
    test.each([1, 2_880, 2_881, ROUND])("the proof of round %i verifies", (round) => {
      const proof = proofOf(game, round, chain);
      expect(verify(proof).verdict).toBe("consistent");
      expect(verify(proof).checks.map(({ name }) => name)).toEqual(CHECKS);
      expect(troubles(proof)).toEqual(absent);
    });
  });

  test("a round is undecided until its seed is published", () => {
    const { open, ...proof } = proofOf(game, ROUND, network);
    expect(verify({ ...proof, record: open }).verdict).toBe("undecided");
    expect(troubles({ ...proof, record: open })).toEqual(["outcome: open"]);
  });
});

const proof = proofOf(baccarat, ROUND, network);
const seedProof = proofOf(baccarat, ROUND, null);
const other = proofOf(baccarat, ROUND + 1, network);

/** Every other value that a string or number in JSON might be changed to. */
function tampered(value: unknown): unknown[] {
  switch (typeof value) {
    case "number":
      return [value + 1, value - 1, String(value), null];
    case "string":
      return [`${value === "" ? "" : value.slice(0, -1)}${value.endsWith("1") ? "2" : "1"}`, "", 7];
    case "boolean":
      return [!value, null];
    default:
      return [1, "x"];
  }
}

/** Every way to change one value inside JSON, named by its path. */
function* tamperings(value: unknown, path = ""): Generator<[path: string, value: unknown]> {
  if (typeof value !== "object" || value === null) {
    for (const changed of tampered(value)) {
      yield [path, changed];
    }
    return;
  }
  const isList = Array.isArray(value);
  for (const [name, field] of Object.entries(value)) {
    for (const [deeper, changed] of tamperings(field, `${path}/${name}`)) {
      const copy = structuredClone(value) as Record<string, unknown>;
      copy[name] = changed;
      yield [deeper, copy];
    }
    if (isList) {
      yield [`${path}/${name} left out`, value.toSpliced(Number(name), 1)];
      yield [`${path}/${name} twice`, value.toSpliced(Number(name), 0, field)];
    } else {
      const copy = structuredClone(value) as Record<string, unknown>;
      delete copy[name];
      yield [`${path}/${name} left out`, copy];
    }
  }
}

describe.each([
  ["drand", proof],
  ["seed", seedProof],
] as const)("tampering in %s mode", (_, whole) => {
  test.each([
    ["record", 80],
    ["header", 20],
  ] as const)("every change to any one field of a %s is detected", (part, atLeast) => {
    const tampered = [...tamperings(whole[part])];
    expect(tampered.length).toBeGreaterThan(atLeast);
    const passed = tampered.filter(
      ([, changed]) => verify({ ...whole, [part]: changed }).verdict !== "refuted",
    );
    expect(passed.map(([path]) => path)).toEqual([]);
  });
});

/** A cheating house's record with several fields changed consistently. */
const forged = (fields: Partial<RoundRecord>): RoundRecord => ({ ...proof.record, ...fields });

test.each<[string, Partial<RoundSources>, string[]]>([
  ["another outcome", { record: forged({ outcome: other.record.outcome }) }, ["outcome: fail"]],
  [
    "another seed",
    { record: forged({ seed: other.record.seed }) },
    ["commitment: fail", "outcome: fail"],
  ],
  [
    "another seed with its own commitment",
    { record: forged({ seed: other.record.seed, commitment: other.record.commitment }) },
    ["commitment: fail", "inclusion: fail", "outcome: fail"],
  ],
  [
    "another round's beacon",
    { record: forged({ beacon: other.record.beacon }) },
    ["beacon: fail", "outcome: fail"],
  ],
  [
    "another round's beacon under its own number",
    { record: forged({ beacon: other.record.beacon, drandRound: other.record.drandRound }) },
    ["beacon-number: fail", "outcome: fail"],
  ],
  ["no beacon", { record: forged({ beacon: null }) }, ["beacon: fail", "outcome: fail"]],
  [
    "another round's record",
    { record: { ...other.record, round: ROUND } },
    ["round: fail", "commitment: fail", "inclusion: fail", "beacon-number: fail", "outcome: fail"],
  ],
  [
    "a different closing time",
    { record: forged({ closesAt: proof.record.closesAt + 3_000 }) },
    ["round: fail"],
  ],
  [
    "a header in seed mode",
    { header: seedProof.header },
    ["header: fail", "round: fail", "beacon-number: fail", "beacon: fail", "outcome: fail"],
  ],
  [
    "a key that the house shows but nobody pinned",
    { keys: { pinned: ["00".repeat(32)], shown: [proof.header.key] } },
    ["key: fail"],
  ],
  [
    "a key that the house does not show",
    { keys: { pinned: [], shown: ["00".repeat(32)] } },
    ["key: fail"],
  ],
])("a proof with %s fails", (_, change, expected) => {
  expect(troubles({ ...proof, ...change })).toEqual(expected);
});

test("a proof with another game's header fails", () => {
  const { header } = proofOf(dragontiger, ROUND, network);
  expect(troubles({ ...proof, header })).toEqual(
    expect.arrayContaining([
      "header: fail",
      "commitment: fail",
      "inclusion: fail",
      "outcome: fail",
    ]),
  );
});

// Cause: checks refuted rounds of a service's first day that were older than the service.
test.each([
  [0, 1],
  [3_600_000, 121],
])(
  "a header that is published %i ms after the round opened covers only later rounds",
  (lateMs, later) => {
    const header = publishedAt(DAY, roundStartMs(ROUND, baccarat.intervalMs) + lateMs);
    const why = (dayBefore?: unknown) =>
      verify({ ...proof, header, dayBefore }).checks.find(({ name }) => name === "published");
    const values = { firstRound: String(ROUND + later) };
    expect(why()).toMatchObject({ status: "open", reason: "published-older", values });
    expect(why(null)).toEqual(why());
    // With an earlier header, this one should have been published in time.
    expect(why(publishedAt(DAY - 1, DUE_MS))).toMatchObject({ reason: "published-late" });
    expect(why(publishedAt(DAY - 1, header.publishedAt))).toMatchObject({ status: "fail" });
  },
);

const DAY = dayOfRound(ROUND, baccarat.intervalMs);
const DUE_MS = dayStartMs(DAY - 1);

function publishedAt(day: number, ms: number): SignedHeader {
  const order = { game: baccarat, day, root: proof.header.root, chain: network.chain };
  return makeHeader({ ...order, publishedAt: ms }, SIGNING_KEY);
}

describe("a header that is published less than 24 hours before its day", () => {
  const why = (publishedMs: number, dayBefore?: unknown) =>
    verify({ ...proof, header: publishedAt(DAY, publishedMs), dayBefore }).checks.find(
      ({ name }) => name === "published",
    )?.reason;

  test("a header is late from the first millisecond after its deadline", () => {
    expect(why(DUE_MS)).toBe("published-before");
    expect(why(DUE_MS + 1)).toBe("published-short");
  });

  test("a late header is undecided unless it is known to be one of a house's first headers", () => {
    expect(why(DUE_MS + 1)).toBe("published-short");
    expect(why(DUE_MS + 1, { hello: 1 })).toBe("published-short");
    expect(why(DUE_MS + 1, publishedAt(DAY - 2, DUE_MS + 1))).toBe("published-short");
    const unsigned = { ...publishedAt(DAY - 1, DUE_MS - 1), publishedAt: DUE_MS };
    expect(why(DUE_MS + 1, unsigned)).toBe("published-short");
  });
});

test.each([
  [baccarat.slug, "drand", baccarat],
  [dragontiger.slug, "seed", dragontiger],
  [bigsixball.slug, "drand", bigsixball],
  [bigsixball.slug, "seed", bigsixball],
] as const)("a header with a wrong closing time fails: %s in %s mode", (_slug, mode, game) => {
  const right = proofOf(game, ROUND, mode === "drand" ? network : null);
  for (const closesMs of [
    1,
    right.header.closesMs - 1,
    right.header.closesMs + 1,
    game.intervalMs - 1,
  ]) {
    const { key: _, signature: __, ...fields } = right.header;
    const header = signHeader({ ...fields, closesMs }, SIGNING_KEY);
    expect(statusOf({ ...right, header }, "signature")).toBe("pass");
    expect(statusOf({ ...right, header }, "day")).toBe("fail");
  }
});

describe("a house's list of results", () => {
  const outcome = Object(proof.record.outcome) as object;
  const entry = { round: ROUND, daily_round: 7, date: "2026-07-01", ...outcome };
  const reasonFor = (listed: unknown) => verify({ ...proof, entry: listed }).checks.at(-1)?.reason;

  test("a listed result that differs from the record's outcome is reported", () => {
    expect(reasonFor(entry)).toBe("results-right");
    expect(reasonFor({ ...entry, result: "nobody" })).toBe("results-other");
    expect(reasonFor({ ...entry, round: ROUND + 1 })).toBe("results-other");
    expect(reasonFor({ ...entry, besides: 1 })).toBe("results-other");
    expect(reasonFor({ round: ROUND })).toBe("results-other");
    expect(reasonFor([])).toBe("results-other");
    expect(reasonFor(null)).toBe("results-missing");
  });
});

test("a record that is nested too deeply is refuted", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 50_000; i++) {
    deep = [deep];
  }
  expect(verify({ ...proof, record: { ...proof.record, outcome: deep } }).verdict).toBe("refuted");
  expect(verify({ ...proof, record: deep }).verdict).toBe("refuted");
});
