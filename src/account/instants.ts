/** Formats instants for the account pages and mails. */
interface Instants {
  /** A day. */
  date(ms: number): string;
  /** A day and the time, with the zone. */
  time(ms: number): string;
  /** A day and the time to the second, with the zone, for lists of frequent events. */
  second(ms: number): string;
}

/** @param timeZone an IANA name. */
export function instantsIn(lang: string, timeZone: string): Instants {
  const date = new Intl.DateTimeFormat(lang, { timeZone, dateStyle: "medium" });
  const clock = {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  } as const;
  const day = { year: "numeric", month: "short", day: "numeric" } as const;
  const time = new Intl.DateTimeFormat(lang, { ...clock, ...day });
  // Korean would write hours, minutes and seconds as words, which is too long for a list.
  const second = new Intl.DateTimeFormat("en", { ...clock, second: "2-digit" });
  return {
    date: ifTime((ms) => date.format(ms)),
    time: ifTime((ms) => time.format(ms)),
    second: ifTime((ms) => `${date.format(ms)} ${second.format(ms)}`),
  };
}

/** Wraps a format so that an invalid time in a damaged row does not break the page. */
function ifTime(write: (ms: number) => string): (ms: number) => string {
  return (ms) => (Number.isNaN(new Date(ms).getTime()) ? "–" : write(ms));
}
