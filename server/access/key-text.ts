import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomBase62, toBase62 } from "./base62.ts";

const PREFIX = "tbs_live_";
/** 30 base62 digits are 178 bits. */
const RANDOM_LENGTH = 30;
/** Six base62 digits hold a CRC-32. */
const CHECKSUM_LENGTH = 6;
const BODY_LENGTH = PREFIX.length + RANDOM_LENGTH;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
const HINT_LENGTH = 4;

/** A new key. Its fixed prefix and checksum let secret scanners recognise a leaked one with certainty. */
export function newKeyText(): string {
  const body = PREFIX + randomBase62(RANDOM_LENGTH);
  return body + checksumOf(body);
}

/**
 * Whether this can be a key at all, so that garbage and typing errors cost no query. The checksum
 * detects any single wrong character.
 */
export function looksLikeKey(text: string): boolean {
  return (
    text.length === BODY_LENGTH + CHECKSUM_LENGTH &&
    SHAPE.test(text) &&
    text.endsWith(checksumOf(text.slice(0, BODY_LENGTH)))
  );
}

/**
 * What is stored of a key: its SHA-256 in hex. A slow hash protects secrets that can be guessed; 178
 * random bits need none. Looking keys up by digest also leaves no comparison of secrets to time.
 */
export function digestOf(keyText: string): string {
  return createHash("sha256").update(keyText).digest("hex");
}

/** The end of a key, by which people recognise it in a list. */
export function hintOf(keyText: string): string {
  return keyText.slice(-HINT_LENGTH);
}

function checksumOf(body: string): string {
  return toBase62(crc32(body), CHECKSUM_LENGTH);
}
