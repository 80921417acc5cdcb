import fc from "fast-check";
import { expect, test } from "vitest";
import { formatUsdt, parseUsdt } from "../../../server/payment/usdt.ts";

test.each([
  ["30", 30_000_000, "30.00"],
  ["79.5", 79_500_000, "79.50"],
  ["0.000001", 1, "0.000001"],
  ["30.0042", 30_004_200, "30.0042"],
  ["9999999.999999", 9_999_999_999_999, "9999999.999999"],
])("%s is %d millionths, displayed as %s", (text, micro, shown) => {
  expect(parseUsdt(text)).toBe(micro);
  expect(formatUsdt(micro)).toBe(shown);
});

test.each(["", "0", "0.00", "-1", "1,5", "1e3", "0.0000001", "10000000", "30 USDT", "٣"])(
  '"%s" is not an amount',
  (text) => {
    expect(parseUsdt(text)).toBeUndefined();
  },
);

test("a formatted amount parses back exactly", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999_999_999 }), (micro) => {
      expect(parseUsdt(formatUsdt(micro))).toBe(micro);
    }),
  );
});
