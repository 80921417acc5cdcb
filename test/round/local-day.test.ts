import { describe, expect, test } from "vitest";
import { localDays } from "../../src/round/local-day.ts";
import { times } from "../support/effort.ts";

const HOUR_MS = 3_600_000;

/**
 * Days worked out by hand from the zones' published rules, begin and end in UTC. Where clocks
 * change, the day is shorter or longer than 24 hours; where they change at midnight, a date may
 * begin at 01:00 or have its last hour twice.
 */
const days = [
  { zone: "UTC", date: "2026-01-01", start: "2026-01-01T00:00Z", end: "2026-01-02T00:00Z" },
  { zone: "UTC", date: "2026-12-31", start: "2026-12-31T00:00Z", end: "2027-01-01T00:00Z" },
  { zone: "UTC", date: "2028-02-29", start: "2028-02-29T00:00Z", end: "2028-03-01T00:00Z" },
  { zone: "Asia/Seoul", date: "2026-01-01", start: "2025-12-31T15:00Z", end: "2026-01-01T15:00Z" },
  { zone: "Asia/Seoul", date: "2028-02-29", start: "2028-02-28T15:00Z", end: "2028-02-29T15:00Z" },
  {
    zone: "Europe/Berlin",
    date: "2026-03-29",
    start: "2026-03-28T23:00Z",
    end: "2026-03-29T22:00Z",
  },
  {
    zone: "Europe/Berlin",
    date: "2026-10-25",
    start: "2026-10-24T22:00Z",
    end: "2026-10-25T23:00Z",
  },
  {
    zone: "Europe/Berlin",
    date: "2027-03-28",
    start: "2027-03-27T23:00Z",
    end: "2027-03-28T22:00Z",
  },
  {
    zone: "Europe/Berlin",
    date: "2027-10-31",
    start: "2027-10-30T22:00Z",
    end: "2027-10-31T23:00Z",
  },
  {
    zone: "America/New_York",
    date: "2026-03-08",
    start: "2026-03-08T05:00Z",
    end: "2026-03-09T04:00Z",
  },
  {
    zone: "America/New_York",
    date: "2026-11-01",
    start: "2026-11-01T04:00Z",
    end: "2026-11-02T05:00Z",
  },
  {
    zone: "America/Santiago",
    date: "2026-04-04",
    start: "2026-04-04T03:00Z",
    end: "2026-04-05T04:00Z",
  },
  {
    zone: "America/Santiago",
    date: "2026-09-06",
    start: "2026-09-06T04:00Z",
    end: "2026-09-07T03:00Z",
  },
  {
    zone: "Africa/Cairo",
    date: "2026-04-24",
    start: "2026-04-23T22:00Z",
    end: "2026-04-24T21:00Z",
  },
  {
    zone: "Africa/Cairo",
    date: "2026-10-29",
    start: "2026-10-28T21:00Z",
    end: "2026-10-29T22:00Z",
  },
  { zone: "Asia/Beirut", date: "2026-03-29", start: "2026-03-28T22:00Z", end: "2026-03-29T21:00Z" },
  { zone: "Asia/Beirut", date: "2026-10-24", start: "2026-10-23T21:00Z", end: "2026-10-24T22:00Z" },
  {
    zone: "America/Nuuk",
    date: "2026-03-28",
    start: "2026-03-28T02:00Z",
    end: "2026-03-29T01:00Z",
  },
  {
    zone: "America/Nuuk",
    date: "2026-10-24",
    start: "2026-10-24T01:00Z",
    end: "2026-10-25T02:00Z",
  },
  {
    zone: "Pacific/Kiritimati",
    date: "2026-06-15",
    start: "2026-06-14T10:00Z",
    end: "2026-06-15T10:00Z",
  },
  {
    zone: "Asia/Kathmandu",
    date: "2026-06-15",
    start: "2026-06-14T18:15Z",
    end: "2026-06-15T18:15Z",
  },
  {
    zone: "Pacific/Chatham",
    date: "2026-04-05",
    start: "2026-04-04T10:15Z",
    end: "2026-04-05T11:15Z",
  },
  {
    zone: "Pacific/Chatham",
    date: "2026-09-27",
    start: "2026-09-26T11:15Z",
    end: "2026-09-27T10:15Z",
  },
  {
    zone: "Australia/Lord_Howe",
    date: "2026-04-05",
    start: "2026-04-04T13:00Z",
    end: "2026-04-05T13:30Z",
  },
  {
    zone: "Antarctica/Troll",
    date: "2026-03-29",
    start: "2026-03-29T00:00Z",
    end: "2026-03-29T22:00Z",
  },
  {
    zone: "Antarctica/Troll",
    date: "2026-10-25",
    start: "2026-10-24T22:00Z",
    end: "2026-10-26T00:00Z",
  },
];

describe.each(days)("$date in $zone", ({ zone, date, start, end }) => {
  const startMs = Date.parse(start);
  const endMs = Date.parse(end);
  const day = { date, startMs, endMs };

  test(`runs from ${start} to ${end}`, () => {
    expect(localDays(zone)(startMs)).toEqual(day);
    expect(localDays(zone)(endMs - 1)).toEqual(day);
    expect(localDays(zone)(Math.floor((startMs + endMs) / 2))).toEqual(day);
  });

  test("meets the days around it without gap or overlap", () => {
    const dayOf = localDays(zone);
    const before = dayOf(startMs - 1);
    const after = dayOf(endMs);
    expect(before.endMs).toBe(startMs);
    expect(after.startMs).toBe(endMs);
    expect([before.date, after.date]).toEqual([nextDate(date, -1), nextDate(date, 1)]);
  });
});

/** The calendar date some days on, which is the same in every zone. */
function nextDate(date: string, days: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** The date of an instant, read from the formatter's parts and not from its text. */
function dateIn(zone: string, ms: number): string {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const parts = Object.fromEntries(
    format.formatToParts(ms).map(({ type, value }) => [type, value]),
  );
  return `${parts["year"]}-${parts["month"]}-${parts["day"]}`;
}

const allZones = ["UTC", ...Intl.supportedValuesOf("timeZone")];
const from2026To2030 = { min: Date.UTC(2026, 0, 1), max: Date.UTC(2031, 0, 1) - 1 };

describe("in every zone there is", () => {
  // The search for a day's border needs this of the platform's time zone data.
  test("dates only go forward, also where clocks are set back", () => {
    expect(clockChanges("Europe/Berlin")).toHaveLength(10);
    const looked = allZones.filter((_, index) => index % times(5, 1) === 0);
    const backwards = looked.flatMap((zone) =>
      clockChanges(zone)
        .filter((ms) => dateIn(zone, ms) < dateIn(zone, ms - 1))
        .map((ms) => `${zone} at ${new Date(ms).toISOString()}`),
    );
    expect(backwards).toEqual([]);
  });
});

/** The instants from 2026 to 2030 at which a zone's clocks change, looked for week by week. */
function clockChanges(zone: string): number[] {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  const offset = (ms: number) => format.format(ms).split("GMT")[1];
  const changes: number[] = [];
  for (let ms = from2026To2030.min; ms < from2026To2030.max; ms += 7 * 24 * HOUR_MS) {
    let [before, after] = [ms, ms + 7 * 24 * HOUR_MS];
    if (offset(before) === offset(after)) {
      continue;
    }
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      [before, after] = offset(middle) === offset(ms) ? [middle, after] : [before, middle];
    }
    changes.push(after);
  }
  return changes;
}

test.each([...new Set(days.map(({ zone }) => zone))])(
  "in %s the days of two years follow one another, 22 to 26 hours long",
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
