import { DAY_MS, HOUR_MS } from "./phases.ts";

/** A calendar day in a time zone. */
export interface LocalDay {
  /** YYYY-MM-DD */
  date: string;
  /** The first instant of the date in its zone, epoch ms; not always midnight, because of daylight saving time. */
  startMs: number;
  /** The first instant of the next date, epoch ms. */
  endMs: number;
}

/** How far to search for a day's limits: longer than any day since 2026 (26 hours, Antarctica/Troll). */
const SEARCH_MS = 27 * HOUR_MS;

/** Maximum number of cached days, more than a year. */
const DAYS = 400;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns a function that finds the day of an instant in a time zone (an IANA name). The function caches days, and tries
 * the last one first, because rounds are in order. Throws a RangeError for an unsupported zone; the function throws one
 * for NaN.
 */
export function localDays(timeZone: string): (ms: number) => LocalDay {
  const formatDate = dateFormatter(timeZone);
  const days = new Map<string, LocalDay>();
  let last: LocalDay = { date: "", startMs: 0, endMs: 0 };

  function find(ms: number, date: string): LocalDay {
    const day = {
      date,
      startMs: firstInstant(ms - SEARCH_MS, ms, (t) => formatDate(t) >= date),
      endMs: firstInstant(ms, ms + SEARCH_MS, (t) => formatDate(t) > date),
    };
    if (days.size === DAYS) {
      days.clear();
    }
    days.set(date, day);
    return day;
  }

  return (ms) => {
    // Negated, so that NaN reaches the formatter, which throws.
    if (!(ms >= last.startMs && ms < last.endMs)) {
      const date = formatDate(ms);
      last = days.get(date) ?? find(ms, date);
    }
    return last;
  };
}

/**
 * The first instant in (fromMs, toMs] for which `reached` holds, found by binary search. `reached` must hold at `toMs`
 * and never change back to false; local dates only go forward.
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
