import { bytesToHex } from "@noble/hashes/utils.js";
import type { Game } from "../games/contract.ts";
import { timingOf } from "../games/timing.ts";
import { deriveOutcomeKey } from "../round/derive.ts";
import type { BeaconInput } from "../round/derive.ts";
import { randomFromKey } from "../round/random.ts";
import type { Sha256 } from "../round/sha256.ts";
import { closesAtMs, decidingBeacon } from "./chain.ts";
import type { BeaconChain } from "./chain.ts";
import { commitToDay } from "./commitment.ts";
import type { DayCommitment } from "./commitment.ts";
import { headerHash, signHeader, VERSION } from "./header.ts";
import type { SignedHeader } from "./header.ts";
import { proofOf, rootOf } from "./merkle.ts";
import type { OpenRecord, RoundRecord } from "./record.ts";
import { dateOfDay, roundsOfDay } from "./utc-day.ts";

/*
 * Creates the headers and records that a service publishes; the counterpart of `verify`.
 */

/** Returns a round's seed, 32 bytes. */
export type SeedOf = (round: number) => Uint8Array;

export interface HeaderInput {
  readonly game: Game;
  /** The UTC day, counted from 1970-01-01. */
  readonly day: number;
  /** The root of the day's tree, 64 hex digits. */
  readonly root: string;
  /** The chain of the day's beacons; null for `seed` mode. */
  readonly chain: BeaconChain | null;
  /** Epoch ms. */
  readonly publishedAt: number;
}

/** Commits to a game's rounds of a UTC day. `hash` can be a faster SHA-256 than the portable default. */
export function commitDay(game: Game, day: number, seedOf: SeedOf, hash?: Sha256): DayCommitment {
  return commitToDay(seedOf, game.code, roundsOfDay(day, game.intervalMs), hash);
}

export function rootHex({ tree }: DayCommitment): string {
  return bytesToHex(rootOf(tree));
}

/** Creates a day's header and signs it with a key (32 bytes). */
export function makeHeader(input: HeaderInput, signingKey: Uint8Array): SignedHeader {
  const { game, day, root, chain, publishedAt } = input;
  const entropy = chain === null ? "seed" : "drand";
  const fields = {
    version: VERSION,
    game: game.slug,
    date: dateOfDay(day),
    ...roundsOfDay(day, game.intervalMs),
    intervalMs: game.intervalMs,
    closesMs: timingOf(game, entropy).closesMs,
    entropy,
    chain: chain?.hash ?? null,
    root,
    publishedAt,
  } as const;
  return signHeader(fields, signingKey);
}

/** The part of a round record that can be published at any time. */
export function openRecord(
  round: number,
  header: SignedHeader,
  { firstRound, commitments }: DayCommitment,
  chain: BeaconChain | null,
): OpenRecord {
  const closesAt = closesAtMs(round, header);
  return {
    version: header.version,
    game: header.game,
    round,
    headerHash: headerHash(header),
    commitment: bytesToHex(commitments[round - firstRound] as Uint8Array),
    closesAt,
    drandRound: chain === null ? null : decidingBeacon(closesAt, chain),
  };
}

/** Computes a round's outcome from its seed and beacon alone. */
export function dealRound(
  game: Game,
  round: number,
  seed: Uint8Array,
  beacon: BeaconInput | null,
): unknown {
  return game.deal(randomFromKey(deriveOutcomeKey(seed, game.code, round, beacon)));
}

/** The full round record, published once the result is confirmed. */
export function roundRecord(
  open: OpenRecord,
  { firstRound, tree }: DayCommitment,
  revealed: {
    readonly seed: Uint8Array;
    readonly beacon: Uint8Array | null;
    readonly outcome: unknown;
  },
): RoundRecord {
  return {
    ...open,
    seed: bytesToHex(revealed.seed),
    proof: proofOf(tree, open.round - firstRound).map((hash) => bytesToHex(hash)),
    beacon: revealed.beacon === null ? null : bytesToHex(revealed.beacon),
    outcome: revealed.outcome,
  };
}
