import { checkHeader } from "../../fairness/check-header.ts";
import { makeCheck, overallVerdict } from "../../fairness/check-names.ts";
import type { Check, Verdict } from "../../fairness/check-names.ts";
import { notCovered, verify } from "../../fairness/check-round.ts";
import type { Verification } from "../../fairness/check-round.ts";
import { loadDayBefore, loadFirstRound, loadHeaderOfDay } from "../../fairness/house-sources.ts";
import type { HouseClient } from "../../fairness/house-sources.ts";
import { recordPath, resultsPath } from "../../fairness/paths.ts";
import { readHeader, readOrNull, readRecord } from "../../fairness/read-untrusted.ts";
import { entryRound } from "../../fairness/results-entry.ts";
import { dayOfDate, roundsOfDay } from "../../fairness/utc-day.ts";
import { findGame } from "../../games/index.ts";
import { timingOf } from "../../games/timing.ts";
import { lastFinishedRound } from "../../round/phases.ts";
import { MAX_RESULTS } from "../../wire/results-limit.ts";
import { houseClient, shownKeys, trustFor } from "./house.ts";
import type { VerifyOptions } from "./house.ts";

export interface DayVerification {
  readonly verdict: Verdict;
  /** The checks of the day's header. */
  readonly header: readonly Check[];
  /**
   * The verifications of all finished rounds of the day, in order. A round without a record is undecided and has no
   * checks.
   */
  readonly rounds: readonly ({ readonly round: number } & Verification)[];
}

/** Number of records to fetch at the same time. */
const AT_ONCE = 8;
/** A missing record; not null, because a record can be any JSON value. */
const MISSING = Symbol("no record");
/** Time from a round's end until it is checked, in ms, because clocks differ. */
const GRACE_MS = 60_000;

/**
 * Checks a UTC day: its header, and every finished round with its entry in `results`. A half-minute game has 2,880
 * rounds a day, so this takes a while.
 *
 * @param date YYYY-MM-DD.
 * @param nowMs determines which rounds are over, epoch ms.
 * @throws RangeError for an unknown date or game; ApiError if the service returns an error other than 404, which
 * counts as missing data.
 */
export async function verifyDay(
  options: VerifyOptions,
  date: string,
  nowMs = Date.now(),
): Promise<DayVerification> {
  return checkDay(houseClient(options), options, date, nowMs);
}

/** {@link verifyDay} with any client for the service. */
export async function checkDay(
  house: HouseClient,
  options: Omit<VerifyOptions, "baseUrl">,
  date: string,
  nowMs: number,
): Promise<DayVerification> {
  const game = findGame(options.game);
  const day = dayOfDate(date);
  if (game === undefined || day === null) {
    throw new RangeError(
      `There are no rounds of ${options.game} on ${date}. Pass the slug of a game and a date of 2026-01-01 or later.`,
    );
  }
  const { slug } = game;
  const { firstRound, count: roundCount } = roundsOfDay(day, game.intervalMs);
  const found = await loadHeaderOfDay(house, slug, day);
  const covered = found === null ? await loadFirstRound(house, slug) : null;
  if (covered !== null && firstRound + roundCount <= covered) {
    const { verdict, checks } = notCovered(covered);
    return { verdict, header: checks, rounds: [] };
  }
  const header = readOrNull(() => readHeader(found));
  if (header === null || header.game !== slug || header.date !== date) {
    const { verdict, checks } = verify({ ...trustFor(options, []), record: null, header: null });
    return { verdict, header: checks, rounds: [] };
  }
  const trust = trustFor(options, await shownKeys(options, house));
  const dayBefore = await loadDayBefore(house, header);
  const finished = lastFinishedRound(nowMs - GRACE_MS, timingOf(game, header.entropy));
  // Does not take the number of rounds from the header, because a forged header could claim millions.
  const last = Math.min(finished, firstRound + roundCount - 1);
  const entries = await loadResults(house, slug, firstRound, last);

  async function check(round: number): Promise<{ round: number } & Verification> {
    const record = await house.get(recordPath(slug, round)).catch((error: unknown) => {
      if (house.isMissing(error)) {
        return MISSING;
      }
      throw error;
    });
    if (record === MISSING) {
      return { round, verdict: "undecided", checks: [] };
    }
    const isRequested = readOrNull(() => readRecord(record))?.round === round;
    return {
      round,
      ...verify({
        ...trust,
        ...dayBefore,
        header,
        entry: entries.get(round) ?? null,
        record: isRequested ? record : null,
      }),
    };
  }

  const rounds: ({ round: number } & Verification)[] = [];
  for (let first = firstRound; first <= last; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, last - first + 1);
    rounds.push(...(await Promise.all(Array.from({ length: count }, (_, i) => check(first + i)))));
  }
  const checks = [...checkHeader(header, trust.keys), makeCheck("kept-nothing")];
  const verdict = worstVerdict([overallVerdict(checks), ...rounds.map(({ verdict }) => verdict)]);
  return { verdict, header: checks, rounds };
}

/** The `results` entries of the rounds from `first` to `last`. A round listed twice gets an invalid entry. */
async function loadResults(
  house: HouseClient,
  slug: string,
  first: number,
  last: number,
): Promise<Map<number, unknown>> {
  const entries = new Map<number, unknown>();
  for (let before = last + 1; before > first;) {
    const page = await house.get(resultsPath(slug, before, Math.min(MAX_RESULTS, before - first)));
    const listed = Array.isArray(page) ? (page as unknown[]) : [];
    for (const entry of listed) {
      const round = entryRound(entry) ?? 0;
      entries.set(round, entries.has(round) ? "listed twice" : entry);
    }
    const earliest = entryRound(listed.at(-1)) ?? 0;
    // Ends the loop if the list does not go back in time.
    before = earliest < before ? earliest : 0;
  }
  return entries;
}

function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  const fromWorst = ["refuted", "undecided", "consistent"] as const;
  return fromWorst.find((verdict) => verdicts.includes(verdict)) ?? "proven";
}
