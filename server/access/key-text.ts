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

/** A new key. A known prefix and a checksum let secret scanners find a leaked one without a doubt. */
export function newKeyText(): string {
  const body = PREFIX + randomBase62(RANDOM_LENGTH);
  return body + checksumOf(body);
}

/**
 * Whether this may be a key at all: garbage and typing errors are told from it without a query.
 * The checksum finds every single wrong character.
 */
export function looksLikeKey(text: string): boolean {
  return (
    text.length === BODY_LENGTH + CHECKSUM_LENGTH &&
    SHAPE.test(text) &&
    text.endsWith(checksumOf(text.slice(0, BODY_LENGTH)))
  );
}

/**
 * What is kept of a key: SHA-256 in hex. A slow hash would protect guessable secrets; 178 random
 * bits need none, and looking keys up by digest leaves no comparison of secrets to be timed.
 */
export function digestOf(keyText: string): string {
  return createHash("sha256").update(keyText).digest("hex");
}

/** The end of a key, to recognize it by eye in a list. */
export function hintOf(keyText: string): string {
  return keyText.slice(-HINT_LENGTH);
}

function checksumOf(body: string): string {
  return toBase62(crc32(body), CHECKSUM_LENGTH);
}
