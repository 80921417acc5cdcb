import { describe, expect, test } from "vitest";
import { parsePlans } from "../../../server/payment/plan.ts";

test("plans are read in their order", () => {
  expect(parsePlans("30 days:30:49, 1년:365:490.5")).toEqual([
    { name: "30 days", days: 30, price: 49_000_000 },
    { name: "1년", days: 365, price: 490_500_000 },
  ]);
});

describe("plans are refused", () => {
  test.each([
    ["without a price", "Month:30"],
    ["for nothing", "Month:30:0"],
    ["with a price that is none", "Month:30:4,9"],
    ["of no days", "Month:0:49"],
    ["of too many days", "Month:3661:49"],
    ["of half a day", "Month:0.5:49"],
    ["without a name", ":30:49"],
    ["with a name that is markup", "<b>:30:49"],
    ["with one name twice", "Month:30:49,Month:31:50"],
    ["with an empty entry", "Month:30:49,"],
  ])("%s", (_, text) => {
    expect(parsePlans(text)).toBeUndefined();
  });
});
