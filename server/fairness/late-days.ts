import type { SignedHeader } from "../../src/fairness/header.ts";
import { dateOfDay, dayStartMs } from "../../src/fairness/utc-day.ts";
import { StartError } from "../runtime/start-error.ts";
import type { HeaderJournal } from "./header-journal.ts";

/*
 * A day that is not published although its time is past: nobody was there to do it, or it was done and
 * the store was put back from before. Who cannot tell which must not sign: the second header of a day
 * proves a cheat.
 */

/** Servers that start together for the very first time publish within it. */
const FIRST_START_MS = 3_600_000;

/** What is known when a server starts. */
export interface Known {
  /** The headers in the store. */
  readonly stored: readonly SignedHeader[];
  /** As it was before anything was noted at this start. */
  readonly journal: Pick<HeaderJournal, "of" | "file">;
  /** Whether no other server shares the store. */
  readonly isAlone: boolean;
  /** Until which day, its number, whoever runs the service vouches that none was published. */
  readonly vouchedDay: number | null;
}

/** Throws a StartError, with the way out, for a day that must not be published at a time (epoch ms). */
export type RefuseLate = (day: number, nowMs: number) => void;

export function lateDays({ stored, journal, isAlone, vouchedDay }: Known): RefuseLate {
  // The journal of the only server has all that it published last: it was not running since then.
  const lastDate = stored
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
  const isWhole =
    isAlone &&
    stored.every(({ game, date }) => date !== lastDate || journal.of(game, date) !== undefined);

  return (day, nowMs) => {
    const dueMs = dayStartMs(day - 1);
    // With nothing published so far, or by others in this same moment, these are the first days.
    const isFirst = stored.every(({ publishedAt }) => publishedAt > nowMs - FIRST_START_MS);
    if (nowMs <= dueMs || isFirst || isWhole || day <= (vouchedDay ?? 0)) {
      return;
    }
    const date = dateOfDay(day);
    throw new StartError(
      `The header of ${date} should have been published by ${dateOfDay(day - 1)}T00:00Z, and neither the database nor ${journal.file} has it. If it was published, a second one would prove a cheat: put that file back, or the newer database. If no server of this service was running then, start once with PUBLISH_LATE=${dateOfDay(day + 1)}.`,
    );
  };
}
