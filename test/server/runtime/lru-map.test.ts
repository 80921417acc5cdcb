import { expect, test } from "vitest";
import { LruMap } from "../../../server/runtime/lru-map.ts";

const filled = () => new LruMap<string, number>(3).set("a", 1).set("b", 2).set("c", 3);

test("one entry too many drops the one that was used the longest ago", () => {
  expect([...filled().set("d", 4).keys()]).toEqual(["b", "c", "d"]);
});

test("an entry that is read or written again is kept", () => {
  const map = filled();
  expect(map.get("a")).toBe(1);
  map.set("b", 20).set("d", 4);
  expect([...map]).toEqual([
    ["a", 1],
    ["b", 20],
    ["d", 4],
  ]);
});

test("looking whether an entry is there does not keep it", () => {
  const map = filled();
  expect(map.has("a")).toBe(true);
  expect(map.set("d", 4).has("a")).toBe(false);
});

test("reading what is not there adds nothing", () => {
  const map = filled();
  expect(map.get("z")).toBeUndefined();
  expect(map.size).toBe(3);
});

test("an entry may hold undefined", () => {
  const map = new LruMap<string, undefined>(2).set("a", undefined);
  map.get("a");
  expect(map.has("a")).toBe(true);
});
