import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { findGame } from "../games/index.ts";
import type { Game } from "../games/game.ts";
import { timingOf } from "../games/timing.ts";
import { chanceFromKey } from "../round/chance.ts";
import { roundStartMs } from "../round/clock.ts";
import { deriveOutcomeKey } from "../round/derive.ts";
import type { BeaconInput } from "../round/derive.ts";
import { isBeacon, randomnessOf } from "./beacon.ts";
import { BEACON_DELAY_MS, beaconAt } from "./chain.ts";
import type { BeaconChain } from "./chain.ts";
import { checked, verdictOf } from "./check.ts";
import type { Check, Reason, Verdict } from "./check.ts";
import { closesAtMs } from "./closing.ts";
import { commitmentOf, leafData } from "./commitment.ts";
import { headerHash, isSigned } from "./header.ts";
import type { SignedHeader } from "./header.ts";
import { isEntryOf } from "./history-entry.ts";
import { leafHash, rootFromProof } from "./merkle.ts";
import { FieldError, readHeader, readRecord } from "./read.ts";
import { isRevealed } from "./record.ts";
import type { OpenRecord, RoundRecord } from "./record.ts";
import { sameJson } from "./same-json.ts";
import { dayOfDate, dayStartMs, roundsOfDay } from "./utc-day.ts";

/** The public keys that headers are checked with, 64 hex digits each. */
export interface SigningKeys {
  /** Those that whoever checks has kept from before. When there are any, they alone count. */
  readonly pinned: readonly string[];
  /**
   * Those that the house itself shows now, which is worth less: it could show others to everybody.
   * Never those that came with a proof: whoever made the proof up made them up too.
   */
  readonly shown: readonly string[];
}

/** What a round is checked with. Record and header may be anything that was JSON. */
export interface Evidence {
  readonly record: unknown;
  readonly header: unknown;
  readonly keys: SigningKeys;
  /** The chains whose beacons are believed, each with the key that whoever checks has pinned. */
  readonly chains: readonly BeaconChain[];
  /** The header of the day before, or null when the house says that it has none. Left out: unknown. */
  readonly dayBefore?: unknown;
  /** The round's entry in the house's `results`, or null when there is none. Left out: not asked. */
  readonly entry?: unknown;
}

/** What came out of checking a round. */
export interface Verification {
  readonly verdict: Verdict;
  /** In the order of `CHECKS`; `format` alone when the rest could not be read. */
  readonly checks: readonly Check[];
}

/** Checks a round: its header, its place in it, and everything from its seed to its outcome. */
export function verify(evidence: Evidence): Verification {
  let checks: Check[];
  try {
    const header = readHeader(evidence.header);
    const record = readRecord(evidence.record);
    checks = [
      checked("format-right", { version: header.version }),
      ...checkHeader(header, evidence.keys),
      ...checkRound(record, header, evidence.chains, evidence.dayBefore),
      checkEntry(record, evidence.entry),
    ];
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    checks = [checked("format-wrong", { field: error.field })];
  }
  return { verdict: verdictOf(checks), checks };
}

/** Checks a header by itself: who signed it, and whether it names the rounds of its day. */
export function checkHeader(header: SignedHeader, keys: SigningKeys): Check[] {
  return [
    checkKey(header, keys),
    checked(isSigned(header) ? "signature-right" : "signature-wrong", {
      headerHash: headerHash(header),
      signature: header.signature,
    }),
    checkDay(header),
  ];
}

function checkKey({ key }: SignedHeader, { pinned, shown }: SigningKeys): Check {
  if (pinned.length > 0) {
    return checked(pinned.includes(key) ? "key-pinned" : "key-foreign", { key });
  }
  if (shown.length > 0) {
    return checked(shown.includes(key) ? "key-shown" : "key-foreign", { key });
  }
  return checked("key-unknown", { key });
}

function checkDay(header: SignedHeader): Check {
  const { intervalMs } = gameOf(header);
  const { firstRound, count } = roundsOfDay(dayOfDate(header.date) as number, intervalMs);
  const { closesMs } = timingOf(gameOf(header), header.entropy);
  const isRight =
    header.intervalMs === intervalMs &&
    header.firstRound === firstRound &&
    header.count === count &&
    header.closesMs === closesMs;
  return checked(isRight ? "day-right" : "day-wrong", {
    date: header.date,
    firstRound: String(firstRound),
    lastRound: String(firstRound + count - 1),
    closesMs: String(closesMs),
  });
}

/**
 * Checks a record against the header of its day, which is checked by {@link checkHeader}.
 *
 * @param dayBefore as in {@link Evidence}.
 */
export function checkRound(
  record: OpenRecord | RoundRecord,
  header: SignedHeader,
  chains: readonly BeaconChain[],
  dayBefore?: unknown,
): Check[] {
  const game = gameOf(header);
  const chain = chains.find(({ hash }) => hash === header.chain);
  return [
    checkName(record, header),
    checkPublication(record, header, game, dayBefore),
    checkPlace(record, header),
    ...(isRevealed(record)
      ? [checkCommitment(record, game), checkInclusion(record, header, game)]
      : [checked("commitment-early"), checked("inclusion-early")]),
    checkTick(record, header, chain),
    checkBeacon(record, header, chain),
    isRevealed(record) ? checkOutcome(record, header, game) : checked("outcome-early"),
  ];
}

function gameOf(header: SignedHeader): Game {
  return findGame(header.game) as Game;
}

function checkName(record: OpenRecord, header: SignedHeader): Check {
  const hash = headerHash(header);
  const isRight = record.headerHash === hash && record.game === header.game;
  return checked(isRight ? "header-right" : "header-other", {
    headerHash: hash,
    named: record.headerHash,
  });
}

function checkPublication(
  { round }: OpenRecord,
  header: SignedHeader,
  game: Game,
  dayBefore: unknown,
): Check {
  const opensAtMs = roundStartMs(round, game.intervalMs);
  const values = {
    publishedAt: iso(header.publishedAt),
    opensAt: iso(opensAtMs),
    dueAt: iso(dueMs(header)),
  };
  if (header.publishedAt >= opensAtMs) {
    return checked("published-late", values);
  }
  return isInTime(header)
    ? checked("published-before", values)
    : checked(reasonOfDelay(header, dayBefore), values);
}

/** Until when the header of a day has to be published, epoch ms. */
function dueMs({ date }: SignedHeader): number {
  return dayStartMs((dayOfDate(date) as number) - 1);
}

/** Whether a header was published 24 hours before its day, by its own word. */
export function isInTime(header: SignedHeader): boolean {
  return header.publishedAt <= dueMs(header);
}

/**
 * A header may come late on the first two days that a service publishes, and on no other: then the
 * day before has none, or one that was published when this one was due already.
 */
function reasonOfDelay(header: SignedHeader, dayBefore: unknown): Reason {
  if (dayBefore === null) {
    return "published-first";
  }
  const before = readDayBefore(header, dayBefore);
  if (before === undefined) {
    return "published-short";
  }
  return before.publishedAt > dueMs(header) ? "published-first" : "published-behind";
}

/** The header of the day before a header's; undefined for what is none. */
function readDayBefore(header: SignedHeader, value: unknown): SignedHeader | undefined {
  try {
    const before = readHeader(value);
    const isOfDay = (dayOfDate(before.date) as number) + 1 === dayOfDate(header.date);
    return isOfDay && before.game === header.game && isSigned(before) ? before : undefined;
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return undefined;
  }
}

/** Checks what the house's `results` say of a round, which is what operators pay by. */
function checkEntry(record: OpenRecord | RoundRecord, entry: unknown): Check {
  if (entry === undefined) {
    return checked("results-unasked");
  }
  if (!isRevealed(record)) {
    return checked("results-early");
  }
  if (entry === null) {
    return checked("results-missing");
  }
  const isRight = isEntryOf(entry, record.round, record.outcome);
  return checked(isRight ? "results-right" : "results-other");
}

function checkPlace({ round, closesAt }: OpenRecord, header: SignedHeader): Check {
  const index = round - header.firstRound;
  const expected = closesAtMs(round, header);
  const values = {
    round: String(round),
    index: String(index),
    closesAt: iso(expected),
  };
  if (index < 0 || index >= header.count) {
    return checked("round-outside", values);
  }
  return checked(closesAt === expected ? "round-right" : "round-closing", values);
}

function checkCommitment({ seed, round, commitment }: RoundRecord, game: Game): Check {
  const computed = bytesToHex(commitmentOf(hexToBytes(seed), game.code, round));
  return checked(computed === commitment ? "commitment-right" : "commitment-wrong", {
    seed,
    commitment: computed,
  });
}

function checkInclusion(record: RoundRecord, header: SignedHeader, game: Game): Check {
  const leaf = leafHash(leafData(hexToBytes(record.commitment), game.code, record.round));
  const root = rootFromProof(
    leaf,
    record.round - header.firstRound,
    header.count,
    record.proof.map((hash) => hexToBytes(hash)),
  );
  const isRight = root !== null && bytesToHex(root) === header.root;
  return checked(isRight ? "inclusion-right" : "inclusion-wrong", {
    leaf: bytesToHex(leaf),
    hashes: String(record.proof.length),
    root: root === null ? "" : bytesToHex(root),
  });
}

/** The number of the beacon is never taken from the record: it follows from when bets close. */
function checkTick(
  { round, drandRound }: OpenRecord,
  header: SignedHeader,
  chain: BeaconChain | undefined,
): Check {
  if (header.entropy === "seed") {
    return checked(drandRound === null ? "tick-seed" : "tick-wrong");
  }
  if (chain === undefined) {
    return checked("tick-chain", { chain: header.chain ?? "" });
  }
  const ms = closesAtMs(round, header) + BEACON_DELAY_MS;
  const expected = beaconAt(chain, ms);
  const isRight = expected !== null && drandRound === expected;
  return checked(isRight ? "tick-right" : "tick-wrong", {
    tick: iso(ms),
    drandRound: String(expected),
  });
}

function checkBeacon(
  record: OpenRecord | RoundRecord,
  header: SignedHeader,
  chain: BeaconChain | undefined,
): Check {
  if (header.entropy === "seed") {
    return checked(isRevealed(record) && record.beacon !== null ? "beacon-wrong" : "beacon-seed");
  }
  if (!isRevealed(record)) {
    return checked("beacon-early");
  }
  if (chain === undefined) {
    return checked("beacon-chain", { chain: header.chain ?? "" });
  }
  const signature = hexToBytes(record.beacon ?? "");
  const isRight = record.drandRound !== null && isBeacon(chain, record.drandRound, signature);
  return checked(isRight ? "beacon-right" : "beacon-wrong", {
    chain: chain.hash,
    beacon: record.beacon ?? "",
    randomness: bytesToHex(randomnessOf(signature)),
  });
}

function checkOutcome(record: RoundRecord, header: SignedHeader, game: Game): Check {
  const beacon = beaconInput(record, header);
  if (beacon === undefined) {
    return checked("outcome-wrong");
  }
  const key = deriveOutcomeKey(hexToBytes(record.seed), game.code, record.round, beacon);
  const outcome = game.historyFields(game.deal(chanceFromKey(key)));
  return checked(sameJson(outcome, record.outcome) ? "outcome-right" : "outcome-wrong", {
    outcomeKey: bytesToHex(key),
    outcome: JSON.stringify(outcome),
  });
}

/** What the beacon adds to the key, by the header's mode; undefined when the record lacks it. */
function beaconInput(record: RoundRecord, header: SignedHeader): BeaconInput | null | undefined {
  if (header.chain === null) {
    return null;
  }
  if (record.beacon === null || record.drandRound === null) {
    return undefined;
  }
  return {
    chainHash: hexToBytes(header.chain),
    round: record.drandRound,
    signature: hexToBytes(record.beacon),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
