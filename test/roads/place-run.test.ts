import { describe, expect, test } from "vitest";
import { placeRun } from "../../src/roads/place-run.ts";

/** Races of four sides, oldest first: "abcd" is a ranking. */
const races = (orders: string) => orders.split(" ").map((order) => [...order]);

describe("a side is on a run", () => {
  test.each([
    ["two wins in a row", "abcd bacd bcda", "wins b 2"],
    ["three wins in a row", "bacd bcda bdca", "wins b 3"],
    ["wins before longer podiums", "cabd cadb bacd badc bcad", "wins b 3"],
    ["four podiums in a row", "dcba abcd dbac cbda bdac", "podiums b 5"],
    ["of equal podiums the better place", "dbca acdb cbad bcad dcba", "podiums c 5"],
  ])("with %s", (_, orders, expected) => {
    const run = placeRun(races(orders));
    expect(`${run?.kind} ${run?.side} ${run?.length}`).toBe(expected);
  });

  test.each([
    ["no race at all", []],
    ["one win", races("abcd")],
    ["wins that have ended", races("abcd abdc acdb dbca")],
    ["three podiums", races("dcab abdc bcda cbad")],
  ])("but not with %s", (_, rankings) => {
    expect(placeRun(rankings)).toBeNull();
  });
});
