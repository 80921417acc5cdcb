import { QUICKNET } from "../fairness/chain.ts";
import type { BeaconChain } from "../fairness/chain.ts";
import { checkHeader, isInTime } from "../fairness/check-header.ts";
import { verdictOf } from "../fairness/check-names.ts";
import type { Check, Verdict } from "../fairness/check-names.ts";
import { verify } from "../fairness/check-round.ts";
import type { RoundSources, Verification } from "../fairness/check-round.ts";
import { loadDayBefore, loadEntry, loadHeaderOfDay, loadKeys } from "../fairness/house-sources.ts";
import type { HouseClient } from "../fairness/house-sources.ts";
import { entryPath, headerPath, recordPath } from "../fairness/paths.ts";
import { FieldError, readHeader, readRecord } from "../fairness/read-untrusted.ts";
import type { OpenRecord, RoundRecord } from "../fairness/record.ts";
import { dayOfDate } from "../fairness/utc-day.ts";
import { ApiError } from "../feed/api-error.ts";
import { TIMEOUT_MS } from "../feed/api.ts";
import { findGame } from "../games/index.ts";
import { timingOf } from "../games/timing.ts";
import { lastFinishedRound } from "../round/phases.ts";
import { serviceUrl } from "./service-url.ts";

/* The entry `tableside/verify`: checks that rounds are what was promised, in Node and in browsers. */

export { QUICKNET } from "../fairness/chain.ts";
export { readChain } from "../fairness/read-untrusted.ts";
export { verify } from "../fairness/check-round.ts";
export { ApiError } from "../feed/api-error.ts";
export type { BeaconChain } from "../fairness/chain.ts";
export type { Check, CheckName, Reason, Status, Verdict } from "../fairness/check-names.ts";
export type { SignedHeader } from "../fairness/header.ts";
export type { OpenRecord, RoundRecord } from "../fairness/record.ts";
export type { RoundSources, Verification } from "../fairness/check-round.ts";

/** Whom to ask, and whom to trust. */
export interface VerifyOptions {
  /** The address of the service. */
  baseUrl: string;
  /** The game's slug. */
  game: string;
  /** Public keys that you kept, 64 hex digits each. When there are any, they alone count. */
  keys?: readonly string[];
  /** The chains whose beacons you trust; drand quicknet if left out. */
  chains?: readonly BeaconChain[];
  signal?: AbortSignal;
}

/** The result of checking one round. */
export interface RoundVerification extends Verification {
  /** What the service published of the round, as it was checked; null for what is no record of it. */
  readonly record: OpenRecord | RoundRecord | null;
}

/** The result of checking a day. */
export interface DayVerification {
  readonly verdict: Verdict;
  /** Of the day's header. */
  readonly header: readonly Check[];
  /** Of every round of the day that is over, in their order. */
  readonly rounds: readonly ({ readonly round: number } & Verification)[];
}

/** So many records are asked for at once. */
const AT_ONCE = 8;
/** Clocks differ: a round is looked at when it has been over for so long. */
const GRACE_MS = 60_000;

/**
 * Checks one round: its record, the header of its day, and what `results` say of it.
 *
 * @throws ApiError for a round of which the service publishes nothing; else as `fetch` does.
 */
export async function verifyRound(
  options: VerifyOptions,
  round: number,
): Promise<RoundVerification> {
  const house = houseOf(options);
  const found = await house.get(recordPath(options.game, round));
  const record = readOrNull(() => readRecord(found));
  if (record === null || record.game !== options.game || record.round !== round) {
    // Another round may be proven well, and says nothing of this one.
    return { ...verify({ ...trustOf(options, []), record: null, header: null }), record: null };
  }
  const [header, shown] = await Promise.all([
    house.get(headerPath(record)),
    shownKeys(options, house),
  ]);
  const readableHeader = readOrNull(() => readHeader(header));
  const verification = verify({
    ...trustOf(options, shown),
    record: found,
    header,
    ...(readableHeader === null ? {} : await loadDayBefore(house, readableHeader)),
    ...(await loadEntry(house, record)),
  });
  return { ...verification, record };
}

/**
 * Checks a UTC day: its header, and every round that is over with its entry in `results`. A day of a
 * half-minute game has 2,880 rounds, so this takes a while.
 *
 * @param date YYYY-MM-DD.
 * @param nowMs what is over is told by this clock, epoch ms.
 * @throws RangeError for a date or game that there is not; ApiError if the service answers with an error.
 */
export async function verifyDay(
  options: VerifyOptions,
  date: string,
  nowMs = Date.now(),
): Promise<DayVerification> {
  const game = findGame(options.game);
  const day = dayOfDate(date);
  if (game === undefined || day === null) {
    throw new RangeError(`There is no day ${date} of ${options.game}.`);
  }
  const house = houseOf(options);
  const found = await loadHeaderOfDay(house, game.slug, day);
  const header = readOrNull(() => readHeader(found));
  if (header === null || header.game !== game.slug || header.date !== date) {
    const { verdict, checks } = verify({ ...trustOf(options, []), record: null, header: null });
    return { verdict, header: checks, rounds: [] };
  }
  const trust = trustOf(options, await shownKeys(options, house));
  const dayBefore = isInTime(header) ? {} : await loadDayBefore(house, header);
  const finished = lastFinishedRound(nowMs - GRACE_MS, timingOf(game, header.entropy));
  const last = Math.min(finished, header.firstRound + header.count - 1);

  async function check(round: number): Promise<{ round: number } & Verification> {
    const [record, entries] = await Promise.all([
      house.get(recordPath(game?.slug ?? "", round)),
      house.get(entryPath(game?.slug ?? "", round)),
    ]);
    const isAsked = readOrNull(() => readRecord(record))?.round === round;
    const [entry = null] = Array.isArray(entries) ? (entries as unknown[]) : [];
    return {
      round,
      ...verify({ ...trust, ...dayBefore, header, entry, record: isAsked ? record : null }),
    };
  }

  const rounds: ({ round: number } & Verification)[] = [];
  for (let first = header.firstRound; first <= last; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, last - first + 1);
    rounds.push(...(await Promise.all(Array.from({ length: count }, (_, i) => check(first + i)))));
  }
  const checks = checkHeader(header, trust.keys);
  const verdict = worstOf([verdictOf(checks), ...rounds.map((each) => each.verdict)]);
  return { verdict, header: checks, rounds };
}

function trustOf(
  { keys = [], chains = [QUICKNET] }: VerifyOptions,
  shown: readonly string[],
): Pick<RoundSources, "keys" | "chains"> {
  return { keys: { pinned: keys, shown }, chains };
}

/** The keys that the service shows now; none if it shows something else. Kept keys make them needless. */
async function shownKeys({ keys = [] }: VerifyOptions, house: HouseClient): Promise<string[]> {
  try {
    return keys.length > 0 ? [] : await loadKeys(house);
  } catch (error) {
    if (error instanceof FieldError) {
      return [];
    }
    throw error;
  }
}

function houseOf({ baseUrl, signal }: VerifyOptions): HouseClient {
  const base = serviceUrl(baseUrl);
  if (base === null) {
    throw new TypeError(
      `verify: "baseUrl" must be a full address such as "https://games.example.com", not ${JSON.stringify(baseUrl)}.`,
    );
  }
  return {
    async get(path) {
      const limit = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(base + path.slice(1), {
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      if (!response.ok) {
        throw new ApiError(response, await response.json().catch(() => null));
      }
      return response.json();
    },
    isMissing: (error) => error instanceof ApiError && error.status === 404,
  };
}

function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldError) {
      return null;
    }
    throw error;
  }
}

function worstOf(verdicts: readonly Verdict[]): Verdict {
  return (["refuted", "open"] as const).find((verdict) => verdicts.includes(verdict)) ?? "proven";
}
