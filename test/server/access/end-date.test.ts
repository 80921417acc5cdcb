import { describe, expect, test } from "vitest";
import { endAfterDays, parseDays, parseInstant } from "../../../server/access/end-date.ts";
import { InvalidInput } from "../../../server/access/errors.ts";

describe("a number of days", () => {
  test("is counted from the given instant", () => {
    expect(endAfterDays(1000, 1)).toBe(86_401_000);
    expect(endAfterDays(0, 3660)).toBe(3660 * 86_400_000);
  });

  test.each([0, -1, 1.5, 3661, Number.NaN, Number.POSITIVE_INFINITY])("is never %d", (days) => {
    expect(() => endAfterDays(0, days)).toThrow(InvalidInput);
  });
});

describe("days on the command line", () => {
  test("are plain digits", () => {
    expect(["1", "030", "3660"].map(parseDays)).toEqual([1, 30, 3660]);
  });

  test.each(["1e1", "0x10", "1.0", "+1", " 1", "1 days", "", "-1", "3661", "９"])(
    "are not %j",
    (text) => {
      expect(() => parseDays(text)).toThrow(InvalidInput);
    },
  );
});

describe("an end is read", () => {
  test.each([
    ["2031-12-31", "2031-12-31T00:00:00.000Z"],
    ["2032-02-29", "2032-02-29T00:00:00.000Z"],
    ["2031-12-31T18:30", "2031-12-31T18:30:00.000Z"],
    ["2031-12-31T18:30:15", "2031-12-31T18:30:15.000Z"],
    ["2031-12-31 18:30:15Z", "2031-12-31T18:30:15.000Z"],
    ["2031-12-31T18:30:15.250Z", "2031-12-31T18:30:15.250Z"],
    ["2031-12-31T18:30:15+09:00", "2031-12-31T09:30:15.000Z"],
  ])("%s as %s, whatever the machine's zone", (text, expected) => {
    expect(new Date(parseInstant(text)).toISOString()).toBe(expected);
  });

  test.each([
    "",
    "tomorrow",
    "2031-13-01",
    "2031-02-30",
    "2031-02-29",
    "2031-12-31T25:00",
    "2031-12-31T18:60Z",
    "31.12.2031",
    "2031-1-1",
    "1924992000000",
    "2031-12-31T18:30:15+9",
    "2031-12-31Z",
    " 2031-12-31",
  ])("not from %j", (text) => {
    expect(() => parseInstant(text)).toThrow(InvalidInput);
  });
});
