/** A calendar day of a time zone. */
export interface LocalDay {
  /** YYYY-MM-DD */
  date: string;
  /** The first instant of the date in its zone, epoch ms. Not always midnight: clocks change. */
  startMs: number;
  /** The first instant of the next date, epoch ms. */
  endMs: number;
}

const DAY_MS = 86_400_000;
/** No zone's day since 2026 is longer than 26 hours (Antarctica/Troll); the search looks further. */
const SEARCH_MS = 27 * 3_600_000;

/** Days that are cached: a year and some. To find one takes as long as to deal some rounds. */
const DAYS = 400;

/** Finds the calendar day of an instant. Caches days, and looks at the last one first, since rounds come in order. */
export type LocalDayOf = (ms: number) => LocalDay;

/** Whether the platform knows an IANA time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Days of a time zone (an IANA name). Throws a RangeError for a zone the platform does not know, and
 * later for a time that is not a number.
 */
export function localDays(timeZone: string): LocalDayOf {
  const dateOf = dateFormatter(timeZone);
  const days = new Map<string, LocalDay>();
  let last: LocalDay = { date: "", startMs: 0, endMs: 0 };

  function find(ms: number, date: string): LocalDay {
    const day = {
      date,
      startMs: firstInstant(ms - SEARCH_MS, ms, (t) => dateOf(t) >= date),
      endMs: firstInstant(ms, ms + SEARCH_MS, (t) => dateOf(t) > date),
    };
    if (days.size === DAYS) {
      days.clear();
    }
    days.set(date, day);
    return day;
  }

  return (ms) => {
    // Written so that NaN reaches the formatter, which throws, and is not taken for the cached day.
    if (!(ms >= last.startMs && ms < last.endMs)) {
      const date = dateOf(ms);
      last = days.get(date) ?? find(ms, date);
    }
    return last;
  };
}

/**
 * The first instant in (fromMs, toMs] for which `reached` holds, given that it holds at `toMs` and
 * never stops once it began: local dates only go forward (clocks that are set back at midnight are
 * set back before the new date begins).
 */
function firstInstant(fromMs: number, toMs: number, reached: (ms: number) => boolean): number {
  let before = fromMs;
  let after = toMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (reached(middle)) {
      after = middle;
    } else {
      before = middle;
    }
  }
  return after;
}

function dateFormatter(timeZone: string): (ms: number) => string {
  if (timeZone === "UTC") {
    return (ms) => new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
  }
  // Swedish dates are ISO dates: 2026-01-31.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  return (ms) => format.format(ms);
}
