import { concatBytes } from "@noble/hashes/utils.js";
import { tag, u32, u64, u8 } from "./bytes.ts";
import { hmacSha256, sha256 } from "./sha256.ts";
import type { Sha256 } from "./sha256.ts";

/*
 * The `tbs/1` derivation, from the secret to a round's key. Any change would change every past round, so the vectors in
 * test/round/derivation.json pin it.
 */

export const SECRET_BYTES = 32;

/** A round's mode: its committed seed alone determines it, or also a public beacon. */
export type Entropy = "seed" | "drand";

/** Each mode's byte in the derivation. */
export const MODES: Readonly<Record<Entropy, number>> = { seed: 0, drand: 1 };

/** A public beacon, as input to a round's key. */
export interface BeaconInput {
  /** 32 bytes. */
  readonly chainHash: Uint8Array;
  /** The beacon's number on its chain. */
  readonly round: number;
  /** 48 bytes, verified. */
  readonly signature: Uint8Array;
}

const DAY_TAG = tag("day");
const SEED_TAG = tag("seed");
const OUTCOME_TAG = tag("outcome");

/** The secret for one game and UTC day. `day` counts from 1970-01-01. */
export function deriveDaySecret(secret: Uint8Array, code: number, day: number): Uint8Array {
  return hmacSha256(secret)(DAY_TAG, u8(code), u32(day));
}

/** Returns a function from a round number to its seed, for one game and day. `hash` is an implementation of SHA-256. */
export function seedsOfDay(
  daySecret: Uint8Array,
  code: number,
  hash?: Sha256,
): (round: number) => Uint8Array {
  const keyed = hmacSha256(daySecret, hash);
  const prefix = concatBytes(SEED_TAG, u8(code));
  return (round) => keyed(prefix, u64(round));
}

/**
 * Derives the key for a round's random numbers. With a beacon the mode is `drand`, otherwise `seed`. The mode is part
 * of the key, so a round in one mode cannot pass for one in the other. `hash` is an implementation of SHA-256.
 */
export function deriveOutcomeKey(
  seed: Uint8Array,
  code: number,
  round: number,
  beacon: BeaconInput | null = null,
  hash?: Sha256,
): Uint8Array {
  const mode = beacon === null ? MODES.seed : MODES.drand;
  const rest = beacon === null ? [] : beaconParts(beacon, hash);
  return hmacSha256(seed, hash)(OUTCOME_TAG, u8(code), u8(mode), u64(round), ...rest);
}

function beaconParts(
  { chainHash, round, signature }: BeaconInput,
  hash: Sha256 = sha256,
): Uint8Array[] {
  return [chainHash, u64(round), hash(signature)];
}
