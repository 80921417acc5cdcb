import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomBase62, toBase62 } from "../store/ids.ts";

/** Whether a key opens the tables of a real service or of a sandbox. */
export type KeyMode = "live" | "test";

const PREFIXES: Readonly<Record<KeyMode, string>> = { live: "tbs_live_", test: "tbs_test_" };
/** Both prefixes have the same length. */
const PREFIX_LENGTH = PREFIXES.live.length;
/** 30 base62 digits are 178 bits. */
const RANDOM_LENGTH = 30;
/** A CRC-32 fits in six base62 digits. */
const CHECKSUM_LENGTH = 6;
const BODY_LENGTH = PREFIX_LENGTH + RANDOM_LENGTH;
const SHAPE = new RegExp(`^tbs_(live|test)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Generates a new key. Its fixed prefix and checksum let secret scanners recognise a leaked key with certainty. */
export function newKeyText(mode: KeyMode = "live"): string {
  const body = PREFIXES[mode] + randomBase62(RANDOM_LENGTH);
  return body + computeChecksum(body);
}

/**
 * A key text's mode; undefined if the text cannot be a key, so that garbage and typos do not cost a query. The checksum
 * detects any single wrong character.
 */
export function keyModeOf(text: string): KeyMode | undefined {
  if (text.length !== BODY_LENGTH + CHECKSUM_LENGTH) {
    return undefined;
  }
  const mode = SHAPE.exec(text)?.[1] as KeyMode | undefined;
  return text.endsWith(computeChecksum(text.slice(0, BODY_LENGTH))) ? mode : undefined;
}

/**
 * The stored form of a key: its SHA-256 in hex. A fast hash is enough, because 178 random bits cannot be guessed.
 * Looking keys up by digest also avoids comparing secrets, which an attacker could time.
 */
export function digestOf(keyText: string): string {
  return createHash("sha256").update(keyText).digest("hex");
}

function computeChecksum(body: string): string {
  return toBase62(crc32(body), CHECKSUM_LENGTH);
}
