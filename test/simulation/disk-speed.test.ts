import { expect, test } from "vitest";
import { chanceOf } from "./chance.ts";
import { diskMs } from "./disk-speed.ts";

test("a disk that is quick takes no time, and draws nothing that others would have drawn", () => {
  const chance = chanceOf(1, "disk");
  const disk = { chance, slowMs: 0 };
  expect([diskMs(disk, "reads"), diskMs(disk, "writes")]).toEqual([0, 0]);
  expect(chance.real()).toBe(chanceOf(1, "disk").real());
});

test("a slow one takes its time for each write, and for few reads", () => {
  const disk = { chance: chanceOf(1, "disk"), slowMs: 4_000 };
  const times = (does: "reads" | "writes") =>
    Array.from({ length: 1_000 }, () => diskMs(disk, does));
  const [reads, writes] = [times("reads"), times("writes")];
  expect(Math.min(...writes)).toBeGreaterThanOrEqual(400);
  expect(Math.max(...reads, ...writes)).toBeLessThan(4_000);
  const slow = reads.filter((ms) => ms > 0);
  expect(slow.length).toBeGreaterThan(20);
  expect(slow.length).toBeLessThan(100);
});
