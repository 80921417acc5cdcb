import type { SignedHeader } from "../../src/fairness/header.ts";
import { dateOfDay, dayStartMs } from "../../src/fairness/utc-day.ts";
import { StartError } from "../runtime/start-error.ts";
import type { HeaderJournal } from "./header-journal.ts";

/*
 * A day that is not published although it was due: either no server ran then, or it was published and the
 * store was restored from an older backup. A server that cannot tell which must not sign: a second header
 * of a day proves a cheat.
 */

/** Servers that start together for the very first time all publish within this. */
const FIRST_START_MS = 3_600_000;

/** What is known when a server starts. */
export interface Known {
  /** The headers in the store, of which the last can be read. */
  readonly stored: readonly SignedHeader[];
  /** Whether earlier ones are there that cannot: then these are not the first days. */
  readonly hasLost: boolean;
  /** As it was before this start noted anything. */
  readonly journal: Pick<HeaderJournal, "of" | "file">;
  /** Whether no other server shares the store. */
  readonly isAlone: boolean;
  /** Until which day, its number, whoever runs the service vouches that none was published. */
  readonly vouchedDay: number | null;
}

/** Throws a StartError, with the way out, for a day that must not be published at a time (epoch ms). */
export type RefuseLate = (day: number, nowMs: number) => void;

export function lateDays({ stored, hasLost, journal, isAlone, vouchedDay }: Known): RefuseLate {
  // If the only server has journalled its last published day, it has not run since.
  const lastDate = stored
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
  const isWhole =
    isAlone &&
    stored.every(({ game, date }) => date !== lastDate || journal.of(game, date) !== undefined);

  return (day, nowMs) => {
    const dueMs = dayStartMs(day - 1);
    // Nothing was published, or only just now by other servers: these are the first days.
    const isFirst =
      !hasLost && stored.every(({ publishedAt }) => publishedAt > nowMs - FIRST_START_MS);
    if (nowMs <= dueMs || isFirst || isWhole || day <= (vouchedDay ?? 0)) {
      return;
    }
    const date = dateOfDay(day);
    throw new StartError(
      `The header of ${date} should have been published by ${dateOfDay(day - 1)}T00:00Z, and neither the database nor ${journal.file} has it. If it was published, a second one would prove a cheat: put that file back, or the newer database. If no server of this service was running then, start once with PUBLISH_LATE=${dateOfDay(day + 1)}.`,
    );
  };
}
