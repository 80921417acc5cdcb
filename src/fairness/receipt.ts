import { ed25519 as anywhere } from "@noble/curves/ed25519.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { findGame } from "../games/index.ts";
import { tag, u64, u8 } from "../round/bytes.ts";
import type { Ed25519 } from "./header.ts";

/*
 * What the house signs of a round while it runs: that its table opened, or that it never will. It is signed
 * before the beacon can be known, so no house can call a round void because of its result.
 */

/** Why a table never opened: no beacon showed that the network is alive, or the house had closed it for maintenance. */
export const VOID_REASONS = ["beacon", "maintenance"] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

/** What happened to a round, epoch ms: either it opened or it is void. */
export interface ReceiptTimes {
  /** When its table opened. */
  readonly openedAt: number | null;
  /** Since when its result could be shown; null: not yet. */
  readonly revealedAt: number | null;
  /** When the house said that it never opens. */
  readonly voidedAt: number | null;
  /** Why it never opened. */
  readonly reason: VoidReason | null;
}

/** What the house signed of the opening of a round's table. As on the wire. */
export interface Receipt extends ReceiptTimes {
  /**
   * Ed25519 over the receipt's bytes ({@link receiptBytes}) by the key of the header, 128 hex digits.
   * @pattern ^[0-9a-f]{128}$
   */
  readonly signature: string;
}

/** The round that a receipt is of. */
export interface ReceiptOf {
  /** The slug. */
  readonly game: string;
  readonly round: number;
  /** 64 hex digits. */
  readonly headerHash: string;
}

const RECEIPT_TAG = tag("receipt", "tbs/2");

/** The bytes that are signed, every field at a fixed width; what is null is 0. Throws a RangeError for an unknown game. */
export function receiptBytes(of: ReceiptOf, times: ReceiptTimes): Uint8Array {
  const game = findGame(of.game);
  if (game === undefined) {
    throw new RangeError(`There is no game ${of.game}.`);
  }
  return concatBytes(
    RECEIPT_TAG,
    u8(game.code),
    u64(of.round),
    hexToBytes(of.headerHash),
    u64(times.openedAt ?? 0),
    u64(times.revealedAt ?? 0),
    u64(times.voidedAt ?? 0),
    u8(times.reason === null ? 0 : VOID_REASONS.indexOf(times.reason) + 1),
  );
}

/** Signs what happened to a round, with the key (32 bytes) of its header. `ed25519`: one that is faster. */
export function signReceipt(
  of: ReceiptOf,
  times: ReceiptTimes,
  signingKey: Uint8Array,
  ed25519: Ed25519 = anywhere,
): Receipt {
  return { ...times, signature: bytesToHex(ed25519.sign(receiptBytes(of, times), signingKey)) };
}

/** Whether a receipt is of this round and signed by a key (64 hex digits), strictly by RFC 8032. */
export function isReceiptOf(of: ReceiptOf, receipt: Receipt, key: string): boolean {
  try {
    const signature = hexToBytes(receipt.signature);
    return anywhere.verify(signature, receiptBytes(of, receipt), hexToBytes(key), {
      zip215: false,
    });
  } catch {
    return false;
  }
}
