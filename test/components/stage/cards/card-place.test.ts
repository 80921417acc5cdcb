import { expect, test } from "vitest";
import { seenBeside } from "../../../../components/stage/cards/card-place.ts";

test.each([
  { travel: 0, seen: 1, where: "in the shoe" },
  { travel: 0.8, seen: 0, where: "about to land" },
  { travel: 1, seen: 0, where: "on its place" },
  { travel: 1.4, seen: 0, where: "on its way off" },
  { travel: 2, seen: 1, where: "swept away" },
])("the emblem of a place is seen $seen while its card is $where", ({ travel, seen }) => {
  expect(seenBeside(travel)).toBe(seen);
});
