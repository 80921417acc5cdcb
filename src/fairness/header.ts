import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE } from "@noble/curves/utils.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { findGame } from "../games/index.ts";
import { tag, u32, u64, u8 } from "../round/bytes.ts";
import { MODES } from "../round/derive.ts";
import type { Entropy } from "../round/derive.ts";
import { dayOfDate } from "./utc-day.ts";

export const VERSION = "tbs/1";

/** The commitment to a game's rounds of one UTC day, made before the day begins. As on the wire. */
export interface DayHeader {
  /** The protocol version. */
  readonly version: typeof VERSION;
  /** The game's slug. */
  readonly game: string;
  /**
   * The UTC day, YYYY-MM-DD.
   * @format date
   */
  readonly date: string;
  /** The first round of the day. */
  readonly firstRound: number;
  /** The number of rounds of the day. */
  readonly count: number;
  /** Time from one round's start to the next, in ms. */
  readonly intervalMs: number;
  /** Time from a round's start until its bets close, in ms. */
  readonly closesMs: number;
  /** `seed`: the committed seed alone determines rounds. `drand`: a public beacon contributes. */
  readonly entropy: Entropy;
  /**
   * The chain of the day's beacons, 64 hex digits; null in `seed` mode.
   * @pattern ^[0-9a-f]{64}$
   */
  readonly chain: string | null;
  /**
   * The root of the tree over the day's commitments, 64 hex digits.
   * @pattern ^[0-9a-f]{64}$
   */
  readonly root: string;
  /** When this was published, epoch ms, as the house claims. */
  readonly publishedAt: number;
  /**
   * The Ed25519 public key whose private key signs this, 64 hex digits.
   * @pattern ^[0-9a-f]{64}$
   */
  readonly key: string;
}

/** The signed commitment to a game's rounds of one UTC day. */
export interface SignedHeader extends DayHeader {
  /**
   * Ed25519 over the header's bytes ({@link headerBytes}), 128 hex digits.
   * @pattern ^[0-9a-f]{128}$
   */
  readonly signature: string;
}

const HEADER_TAG = tag("header");
const NO_CHAIN = new Uint8Array(32);

/**
 * The signed bytes: every field of a header at a fixed width, so that different headers have different bytes. Throws a
 * RangeError for an unknown game or date.
 */
export function headerBytes(header: DayHeader): Uint8Array {
  const game = findGame(header.game);
  const day = dayOfDate(header.date);
  if (game === undefined || day === null) {
    throw new RangeError(`There is no header for ${header.game} on ${header.date}.`);
  }
  return concatBytes(
    HEADER_TAG,
    u8(game.code),
    u32(day),
    u64(header.firstRound),
    u32(header.count),
    u32(header.intervalMs),
    u32(header.closesMs),
    u8(MODES[header.entropy]),
    header.chain === null ? NO_CHAIN : hexToBytes(header.chain),
    hexToBytes(header.root),
    u64(header.publishedAt),
    hexToBytes(header.key),
  );
}

/** A header's hash, 64 hex digits, by which round records refer to it. */
export function headerHash(header: DayHeader): string {
  return bytesToHex(sha256(headerBytes(header)));
}

/** The public key of a signing key (32 bytes), 64 hex digits. */
export function publicKeyOf(signingKey: Uint8Array): string {
  return bytesToHex(ed25519.getPublicKey(signingKey));
}

/** Signs a header with a key (32 bytes), and adds the public key as `key`. */
export function signHeader(fields: Omit<DayHeader, "key">, signingKey: Uint8Array): SignedHeader {
  const header = { ...fields, key: publicKeyOf(signingKey) };
  return { ...header, signature: bytesToHex(ed25519.sign(headerBytes(header), signingKey)) };
}

/** Whether a header's key signed it, by the equation of RFC 8032 without the cofactor, as OpenSSL checks it. */
export function hasValidSignature(header: SignedHeader): boolean {
  try {
    const [signature, message] = [hexToBytes(header.signature), headerBytes(header)];
    const key = hexToBytes(header.key);
    return (
      ed25519.verify(signature, message, key, { zip215: false }) &&
      bytesToHex(commitmentOf(signature, message, key)) === header.signature.slice(0, 64)
    );
  } catch {
    return false;
  }
}

/**
 * The first half of a valid signature, `R = s·B − k·A`. The library compares both sides times 8, so it would accept
 * some signatures that other verifiers reject.
 */
function commitmentOf(signature: Uint8Array, message: Uint8Array, key: Uint8Array): Uint8Array {
  const { Point } = ed25519;
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
  const k = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(r, key, message))));
  const signed = Point.BASE.multiplyUnsafe(bytesToNumberLE(s));
  return signed.subtract(Point.fromBytes(key).multiplyUnsafe(k)).toBytes();
}
