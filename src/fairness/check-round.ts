import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Game } from "../games/contract.ts";
import { deriveOutcomeKey } from "../round/derive.ts";
import type { BeaconInput } from "../round/derive.ts";
import { randomFromKey } from "../round/random.ts";
import { isBeacon, beaconRandomness } from "./beacon.ts";
import { BEACON_DELAY_MS, beaconAt, closesAtMs } from "./chain.ts";
import type { BeaconChain } from "./chain.ts";
import { checkHeader, checkPublication, gameFor, iso, olderThanHeaders } from "./check-header.ts";
import type { SigningKeys } from "./check-header.ts";
import { makeCheck, overallVerdict } from "./check-names.ts";
import type { Check, Verdict } from "./check-names.ts";
import { commitToSeed, leafData } from "./commitment.ts";
import { headerHash } from "./header.ts";
import type { SignedHeader } from "./header.ts";
import { leafHash, rootFromProof } from "./merkle.ts";
import { FieldError, readHeader, readOrNull, readRecord } from "./read-untrusted.ts";
import { isRevealed } from "./record.ts";
import type { OpenRecord, RoundRecord } from "./record.ts";
import { isEntryFor, isEqualJson } from "./results-entry.ts";

/** The sources for checking a round. `record` and `header` can be any JSON value. */
export interface RoundSources {
  readonly record: unknown;
  readonly header: unknown;
  readonly keys: SigningKeys;
  /** The chains whose beacons are trusted, with their keys. */
  readonly chains: readonly BeaconChain[];
  /** The previous day's header; null if the house says there is none; unknown if omitted. */
  readonly dayBefore?: unknown;
  /** The round record that the reader saved before the result; any JSON value. */
  readonly kept?: unknown;
  /** The round's entry in the house's `results`; null if there is none; not checked if omitted. */
  readonly entry?: unknown;
}

export interface Verification {
  readonly verdict: Verdict;
  /**
   * In the order of {@link verify}, in which the pages list them; only `format` if the sources could not be read. An
   * open round has no checks of its seed, beacon and results yet.
   */
  readonly checks: readonly Check[];
}

/** The verification for a round before `firstRound`, the first round that the house covers. */
export function notCovered(firstRound: number): Verification {
  const checks = [olderThanHeaders(firstRound)];
  return { verdict: overallVerdict(checks), checks };
}

/** Checks a round: its header, its inclusion in that header, and everything from its seed to its outcome. */
export function verify(sources: RoundSources): Verification {
  let checks: Check[];
  try {
    const header = readHeader(sources.header);
    const record = readRecord(sources.record);
    checks = [
      makeCheck("format-right", { version: header.version }),
      ...checkHeader(header, sources.keys),
      ...checkRound(record, header, sources.chains, sources),
    ];
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    checks = [makeCheck("format-wrong", { field: error.field })];
  }
  return { verdict: overallVerdict(checks), checks };
}

/**
 * Checks a record against its day's header, which {@link checkHeader} has checked.
 *
 * @param given as in {@link RoundSources}.
 */
function checkRound(
  record: OpenRecord | RoundRecord,
  header: SignedHeader,
  chains: readonly BeaconChain[],
  given: Pick<RoundSources, "dayBefore" | "kept" | "entry">,
): Check[] {
  const game = gameFor(header);
  const chain = chains.find(({ hash }) => hash === header.chain);
  return [
    checkHeaderHash(record, header),
    checkPublication(record, header, game, given.dayBefore),
    checkKept(record, given.kept),
    checkPlace(record, header),
    ...(isRevealed(record)
      ? [
          checkCommitment(record, game),
          checkInclusion(record, header, game),
          checkBeaconNumber(record, header, chain),
          checkBeacon(record, header, chain),
          checkOutcome(record, header, game),
          checkEntry(record, given.entry),
        ]
      : [checkBeaconNumber(record, header, chain), makeCheck("outcome-early")]),
  ];
}

function checkHeaderHash(record: OpenRecord, header: SignedHeader): Check {
  const hash = headerHash(header);
  const isRight =
    record.headerHash === hash && record.game === header.game && record.version === header.version;
  return makeCheck(isRight ? "header-right" : "header-other", {
    headerHash: hash,
    named: record.headerHash,
  });
}

/**
 * Checks the record against the one that the reader saved. Without it, we have only the house's word for when
 * the commitment was made.
 */
function checkKept(record: OpenRecord, value: unknown): Check {
  const kept = readOrNull(() => readRecord(value));
  if (kept?.game !== record.game || kept.round !== record.round || isRevealed(kept)) {
    return makeCheck("kept-nothing");
  }
  const { headerHash, commitment } = kept;
  const isSame = headerHash === record.headerHash && commitment === record.commitment;
  return makeCheck(isSame ? "kept-same" : "kept-other", { headerHash, commitment });
}

/** Checks the round's entry in the house's `results`, from which operators pay out. */
function checkEntry(record: RoundRecord, entry: unknown): Check {
  if (entry === undefined) {
    return makeCheck("results-unasked");
  }
  if (entry === null) {
    return makeCheck("results-missing");
  }
  const isRight = isEntryFor(entry, record.round, record.outcome);
  return makeCheck(isRight ? "results-right" : "results-other");
}

function checkPlace({ round, closesAt }: OpenRecord, header: SignedHeader): Check {
  const index = round - header.firstRound;
  const expected = closesAtMs(round, header);
  const values = {
    round: String(round),
    number: String(index + 1),
    closesAt: iso(expected),
  };
  if (index < 0 || index >= header.count) {
    return makeCheck("round-outside", values);
  }
  return makeCheck(closesAt === expected ? "round-right" : "round-closing", values);
}

function checkCommitment({ seed, round, commitment }: RoundRecord, game: Game): Check {
  const computed = bytesToHex(commitToSeed(hexToBytes(seed), game.code, round));
  return makeCheck(computed === commitment ? "commitment-right" : "commitment-wrong", {
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
  return makeCheck(isRight ? "inclusion-right" : "inclusion-wrong", {
    leaf: bytesToHex(leaf),
    hashes: String(record.proof.length),
    root: root === null ? "" : bytesToHex(root),
  });
}

/** Checks the number of the beacon, which follows from the close of bets. */
function checkBeaconNumber(
  { round, drandRound }: OpenRecord,
  header: SignedHeader,
  chain: BeaconChain | undefined,
): Check {
  if (header.entropy === "seed") {
    return makeCheck(drandRound === null ? "beacon-number-seed" : "beacon-number-wrong");
  }
  if (chain === undefined) {
    return makeCheck("beacon-number-chain", { chain: header.chain ?? "" });
  }
  const ms = closesAtMs(round, header) + BEACON_DELAY_MS;
  const expected = beaconAt(chain, ms);
  const isRight = expected !== null && drandRound === expected;
  return makeCheck(isRight ? "beacon-number-right" : "beacon-number-wrong", {
    dueAt: iso(ms),
    drandRound: String(expected),
  });
}

function checkBeacon(
  record: RoundRecord,
  header: SignedHeader,
  chain: BeaconChain | undefined,
): Check {
  if (header.entropy === "seed") {
    return makeCheck(record.beacon === null ? "beacon-seed" : "beacon-wrong");
  }
  if (chain === undefined) {
    return makeCheck("beacon-chain", { chain: header.chain ?? "" });
  }
  const signature = hexToBytes(record.beacon ?? "");
  const isRight = record.drandRound !== null && isBeacon(chain, record.drandRound, signature);
  return makeCheck(isRight ? "beacon-right" : "beacon-wrong", {
    chain: chain.hash,
    beacon: record.beacon ?? "",
    randomness: bytesToHex(beaconRandomness(signature)),
  });
}

function checkOutcome(record: RoundRecord, header: SignedHeader, game: Game): Check {
  const beacon = beaconInput(record, header);
  if (beacon === undefined) {
    return makeCheck("outcome-wrong");
  }
  const key = deriveOutcomeKey(hexToBytes(record.seed), game.code, record.round, beacon);
  const outcome = game.historyFields(game.deal(randomFromKey(key)));
  return makeCheck(isEqualJson(outcome, record.outcome) ? "outcome-right" : "outcome-wrong", {
    outcomeKey: bytesToHex(key),
    outcome: JSON.stringify(outcome),
  });
}

/** The beacon's input to the outcome key; null in `seed` mode, undefined if the record lacks it. */
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
