/**
 * Formats instants for the account pages and emails, each with its zone except `date`.
 *
 * @param timeZone an IANA name.
 */
export function instantsIn(lang: string, timeZone: string) {
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
  // Always English: Korean would write hours, minutes and seconds as words, which is too long for a list of events.
  const second = new Intl.DateTimeFormat("en", { ...clock, second: "2-digit" });
  return {
    date: ifTime((ms) => date.format(ms)),
    time: ifTime((ms) => time.format(ms)),
    second: ifTime((ms) => `${date.format(ms)} ${second.format(ms)}`),
  };
}

/** Wraps a format, so that an invalid time in a damaged row does not break the page. */
function ifTime(format: (ms: number) => string): (ms: number) => string {
  return (ms) => (Number.isNaN(new Date(ms).getTime()) ? "–" : format(ms));
}
