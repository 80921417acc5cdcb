import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { tag, u32, u64, u8 } from "./bytes.ts";

/*
 * Version `tbs/1` of the way from the secret to a round's key. Changing a byte here changes every
 * past round, so the vectors in test/round/derivation.json hold it in place.
 */

/** Bytes of the oracle's secret. */
export const SECRET_BYTES = 32;

/** Entropy mode 0: the outcome comes from the committed seed alone. */
const MODE_SEED = 0;

const DAY_TAG = tag("day");
const SEED_TAG = tag("seed");
const OUTCOME_TAG = tag("outcome");

/** The secret of one game and UTC day. `day` counts from 1970-01-01. */
export function deriveDaySecret(secret: Uint8Array, code: number, day: number): Uint8Array {
  return hmac(sha256, secret, concatBytes(DAY_TAG, u8(code), u32(day)));
}

/**
 * The seeds of one game's rounds of a day, by round number. The day's secret is keyed into the MAC
 * once, which spares half of the hashing for each round.
 */
export function seedsOfDay(daySecret: Uint8Array, code: number): (round: number) => Uint8Array {
  const keyed = hmac.create(sha256, daySecret);
  const prefix = concatBytes(SEED_TAG, u8(code));
  return (round) => keyed.clone().update(prefix).update(u64(round)).digest();
}

/** The key that a round's chance is drawn from. */
export function deriveOutcomeKey(seed: Uint8Array, code: number, round: number): Uint8Array {
  return hmac(sha256, seed, concatBytes(OUTCOME_TAG, u8(code), u8(MODE_SEED), u64(round)));
}
