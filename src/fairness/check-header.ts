import type { Game } from "../games/contract.ts";
import { findGame } from "../games/index.ts";
import { timingOf } from "../games/timing.ts";
import { roundAt, roundStartMs } from "../round/phases.ts";
import { makeCheck } from "./check-names.ts";
import type { Check, Reason } from "./check-names.ts";
import { headerHash, hasValidSignature } from "./header.ts";
import type { SignedHeader } from "./header.ts";
import { readHeader, readOrNull } from "./read-untrusted.ts";
import type { OpenRecord } from "./record.ts";
import { dayOfDate, dayStartMs, roundsOfDay } from "./utc-day.ts";

/** The public keys for checking headers, 64 hex digits each. */
export interface SigningKeys {
  /** Keys that the reader has saved. If there are any, only they count. */
  readonly pinned: readonly string[];
  /**
   * Keys that the house shows now: weaker evidence, because the house could show different keys to different readers.
   * The keys in a proof never count, because a forged proof has forged keys.
   */
  readonly shown: readonly string[];
}

/** Checks a header alone: its key and signature, and whether it has its day's rounds. */
export function checkHeader(header: SignedHeader, keys: SigningKeys): Check[] {
  return [
    checkKey(header, keys),
    makeCheck(hasValidSignature(header) ? "signature-right" : "signature-wrong", {
      headerHash: headerHash(header),
      signature: header.signature,
    }),
    checkDay(header),
  ];
}

function checkKey({ key }: SignedHeader, { pinned, shown }: SigningKeys): Check {
  if (pinned.length > 0) {
    return makeCheck(pinned.includes(key) ? "key-pinned" : "key-foreign", { key });
  }
  if (shown.length > 0) {
    return makeCheck(shown.includes(key) ? "key-shown" : "key-foreign", { key });
  }
  return makeCheck("key-unknown", { key });
}

function checkDay(header: SignedHeader): Check {
  const { intervalMs } = gameFor(header);
  const { firstRound, count } = roundsOfDay(dayOfDate(header.date) as number, intervalMs);
  const { closesMs } = timingOf(gameFor(header), header.entropy);
  const isRight =
    header.intervalMs === intervalMs &&
    header.firstRound === firstRound &&
    header.count === count &&
    header.closesMs === closesMs;
  return makeCheck(isRight ? "day-right" : "day-wrong", {
    date: header.date,
    firstRound: String(firstRound),
    lastRound: String(firstRound + count - 1),
    closesMs: String(closesMs),
  });
}

/**
 * Checks that a round's header was published before the round, and 24 hours before its day.
 *
 * @param dayBefore as in `RoundSources`.
 */
export function checkPublication(
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
    return readDayBefore(header, dayBefore) === undefined
      ? olderThanHeaders(firstCovered(header))
      : makeCheck("published-late", values);
  }
  return isInTime(header)
    ? makeCheck("published-before", values)
    : makeCheck(reasonOfDelay(header, dayBefore), values);
}

/** The check of a round before `firstRound`, the first round with a header. */
export function olderThanHeaders(firstRound: number): Check {
  return makeCheck("published-older", { firstRound: String(firstRound) });
}

/** The first round that started after a header was published. */
export function firstCovered({ firstRound, publishedAt, intervalMs }: SignedHeader): number {
  return Math.max(firstRound, roundAt(publishedAt, intervalMs) + 1);
}

/** The latest time to publish a day's header, epoch ms. */
function dueMs({ date }: SignedHeader): number {
  return dayStartMs((dayOfDate(date) as number) - 1);
}

/** Whether a header claims to have been published 24 hours before its day. */
export function isInTime(header: SignedHeader): boolean {
  return header.publishedAt <= dueMs(header);
}

/**
 * Explains a late header. A header may be late only on the first two days that a service publishes: then the day before
 * has no header, or one that was published when this header was already due.
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

/** Reads the previous day's header; undefined if the value is not that header. */
function readDayBefore(header: SignedHeader, value: unknown): SignedHeader | undefined {
  const before = readOrNull(() => readHeader(value));
  return before !== null &&
    (dayOfDate(before.date) as number) + 1 === dayOfDate(header.date) &&
    before.game === header.game &&
    hasValidSignature(before)
    ? before
    : undefined;
}

/** A header's game. The cast is safe because reading the header checked it. */
export function gameFor(header: SignedHeader): Game {
  return findGame(header.game) as Game;
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
