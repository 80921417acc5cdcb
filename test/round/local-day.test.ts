import { describe, expect, test } from "vitest";
import { localDays } from "../../src/round/local-day.ts";

const HOUR_MS = 3_600_000;

/** Days calculated on paper from the zones' published rules, start and end in UTC. A date can begin at 01:00. */
const days = `
  UTC 2026-01-01 2026-01-01T00:00Z 2026-01-02T00:00Z
  UTC 2028-02-29 2028-02-29T00:00Z 2028-03-01T00:00Z
  Asia/Seoul 2026-01-01 2025-12-31T15:00Z 2026-01-01T15:00Z
  Asia/Seoul 2028-02-29 2028-02-28T15:00Z 2028-02-29T15:00Z
  Europe/Berlin 2026-03-29 2026-03-28T23:00Z 2026-03-29T22:00Z
  Europe/Berlin 2026-10-25 2026-10-24T22:00Z 2026-10-25T23:00Z
  America/New_York 2026-03-08 2026-03-08T05:00Z 2026-03-09T04:00Z
  America/New_York 2026-11-01 2026-11-01T04:00Z 2026-11-02T05:00Z
  America/Santiago 2026-04-04 2026-04-04T03:00Z 2026-04-05T04:00Z
  America/Santiago 2026-09-06 2026-09-06T04:00Z 2026-09-07T03:00Z
  Africa/Cairo 2026-04-24 2026-04-23T22:00Z 2026-04-24T21:00Z
  Africa/Cairo 2026-10-29 2026-10-28T21:00Z 2026-10-29T22:00Z
  Asia/Beirut 2026-03-29 2026-03-28T22:00Z 2026-03-29T21:00Z
  Asia/Beirut 2026-10-24 2026-10-23T21:00Z 2026-10-24T22:00Z
  America/Nuuk 2026-03-28 2026-03-28T02:00Z 2026-03-29T01:00Z
  America/Nuuk 2026-10-24 2026-10-24T01:00Z 2026-10-25T02:00Z
  Pacific/Kiritimati 2026-06-15 2026-06-14T10:00Z 2026-06-15T10:00Z
  Asia/Kathmandu 2026-06-15 2026-06-14T18:15Z 2026-06-15T18:15Z
  Pacific/Chatham 2026-04-05 2026-04-04T10:15Z 2026-04-05T11:15Z
  Pacific/Chatham 2026-09-27 2026-09-26T11:15Z 2026-09-27T10:15Z
  Australia/Lord_Howe 2026-04-05 2026-04-04T13:00Z 2026-04-05T13:30Z
  Antarctica/Troll 2026-03-29 2026-03-29T00:00Z 2026-03-29T22:00Z
  Antarctica/Troll 2026-10-25 2026-10-24T22:00Z 2026-10-26T00:00Z
`
  .trim()
  .split("\n")
  .map((line) => {
    const [zone = "", date = "", start = "", end = ""] = line.trim().split(" ");
    return { zone, date, start, end };
  });

describe.each(days)("$date in $zone", ({ zone, date, start, end }) => {
  const startMs = Date.parse(start);
  const endMs = Date.parse(end);
  const day = { date, startMs, endMs };

  test(`the local day runs from ${start} to ${end}`, () => {
    expect(localDays(zone)(startMs)).toEqual(day);
    expect(localDays(zone)(endMs - 1)).toEqual(day);
    expect(localDays(zone)(Math.floor((startMs + endMs) / 2))).toEqual(day);
  });
});

/** The calendar date some days later, which is the same in every zone. */
function nextDate(date: string, days: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}
test.each([...new Set(days.map(({ zone }) => zone))])(
  "in %s the days of two years follow one another without a gap",
  (zone) => {
    const dayOf = localDays(zone);
    let day = dayOf(Date.UTC(2026, 0, 1));
    while (day.endMs < Date.UTC(2028, 2, 2)) {
      const next = dayOf(day.endMs);
      const hours = (next.endMs - next.startMs) / HOUR_MS;
      expect([next.date, next.startMs]).toEqual([nextDate(day.date, 1), day.endMs]);
      expect(hours).toBeGreaterThanOrEqual(22);
      expect(hours).toBeLessThanOrEqual(26);
      day = next;
    }
  },
);
