import type { Game } from "../games/contract.ts";
import { findGame } from "../games/index.ts";
import { timingOf } from "../games/timing.ts";
import { roundAt, roundStartMs } from "../round/phases.ts";
import { checked } from "./check-names.ts";
import type { Check, Reason } from "./check-names.ts";
import { headerHash, isSigned } from "./header.ts";
import type { SignedHeader } from "./header.ts";
import { FieldError, readHeader } from "./read-untrusted.ts";
import type { OpenRecord } from "./record.ts";
import { dayOfDate, dayStartMs, roundsOfDay } from "./utc-day.ts";

/** The public keys that headers are checked with, 64 hex digits each. */
export interface SigningKeys {
  /** Those that the reader kept from before. When there are any, they alone count. */
  readonly pinned: readonly string[];
  /**
   * Those that the house itself shows now, which is worth less: it could show other keys to other readers.
   * Never those that came with a proof: a forged proof has forged keys.
   */
  readonly shown: readonly string[];
}

/** Checks a header by itself: who signed it, and whether it names the rounds of its day. */
export function checkHeader(header: SignedHeader, keys: SigningKeys): Check[] {
  return [
    checkKey(header, keys),
    checked(isSigned(header) ? "signature-right" : "signature-wrong", {
      headerHash: headerHash(header),
      signature: header.signature,
    }),
    checkDay(header),
  ];
}

function checkKey({ key }: SignedHeader, { pinned, shown }: SigningKeys): Check {
  if (pinned.length > 0) {
    return checked(pinned.includes(key) ? "key-pinned" : "key-foreign", { key });
  }
  if (shown.length > 0) {
    return checked(shown.includes(key) ? "key-shown" : "key-foreign", { key });
  }
  return checked("key-unknown", { key });
}

function checkDay(header: SignedHeader): Check {
  const { intervalMs } = gameOf(header);
  const { firstRound, count } = roundsOfDay(dayOfDate(header.date) as number, intervalMs);
  const { closesMs } = timingOf(gameOf(header), header.entropy);
  const isRight =
    header.intervalMs === intervalMs &&
    header.firstRound === firstRound &&
    header.count === count &&
    header.closesMs === closesMs;
  return checked(isRight ? "day-right" : "day-wrong", {
    date: header.date,
    firstRound: String(firstRound),
    lastRound: String(firstRound + count - 1),
    closesMs: String(closesMs),
  });
}

/**
 * Checks that a round's header was out before the round, and a day before its day.
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
      : checked("published-late", values);
  }
  return isInTime(header)
    ? checked("published-before", values)
    : checked(reasonOfDelay(header, dayBefore), values);
}

/** The check of a round that is older than the first header of its house, which covers rounds from another on. */
export function olderThanHeaders(firstRound: number): Check {
  return checked("published-older", { firstRound: String(firstRound) });
}

/** The first round that began after a header was published. */
export function firstCovered({ firstRound, publishedAt, intervalMs }: SignedHeader): number {
  return Math.max(firstRound, roundAt(publishedAt, intervalMs) + 1);
}

/** Until when the header of a day has to be published, epoch ms. */
function dueMs({ date }: SignedHeader): number {
  return dayStartMs((dayOfDate(date) as number) - 1);
}

/** Whether a header was published 24 hours before its day, by its own word. */
export function isInTime(header: SignedHeader): boolean {
  return header.publishedAt <= dueMs(header);
}

/**
 * A header may come late on the first two days that a service publishes, and on no other: then the
 * day before has none, or one that was published when this one was due already.
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

/** The header of the day before a header's; undefined for what is none. */
function readDayBefore(header: SignedHeader, value: unknown): SignedHeader | undefined {
  try {
    const before = readHeader(value);
    const isOfDay = (dayOfDate(before.date) as number) + 1 === dayOfDate(header.date);
    return isOfDay && before.game === header.game && isSigned(before) ? before : undefined;
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return undefined;
  }
}

/** The game that a header names, which reading it has seen to. */
export function gameOf(header: SignedHeader): Game {
  return findGame(header.game) as Game;
}

/** An instant as people read it. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
