import { describe, expect, test } from "vitest";
import {
  courseAt,
  courseOf,
  COURSES,
  WORLD,
} from "../../../../components/scenes/bigsixball/courses.ts";
import { Path } from "../../../../components/scenes/bigsixball/path.ts";

test("a path has the length of its straights and arcs, and no corner", () => {
  const path = new Path({ x: 0, y: 0, heading: 0 }, [
    [4, 0],
    [Math.PI, Math.PI],
    [2, 0],
  ]);
  expect(path.length).toBeCloseTo(6 + Math.PI);
  const end = path.at(path.length);
  expect([end.x, end.y, end.heading].map((value) => Number(value.toFixed(9)))).toEqual([
    2,
    2,
    Number(Math.PI.toFixed(9)),
  ]);
  // To the right of a path that leads right is down.
  expect(path.at(1, 0.5)).toMatchObject({ x: 1, y: 0.5 });
});

const courses = Array.from({ length: COURSES }, (_, i) => courseAt(i));

test("there are four courses, and they take turns", () => {
  expect(courses.length).toBeGreaterThanOrEqual(4);
  const turns = Array.from({ length: courses.length }, (_, i) => courseOf(1_000 + i));
  expect(new Set(turns).size).toBe(courses.length);
});

// What a course is made of was written in its comment alone: one could lose its neck unseen.
test.each([
  [0, ["bowl", "tube", "pegs", "drop"]],
  [1, ["pegs", "drop", "neck", "pegs"]],
  [2, ["pegs", "drop", "neck"]],
  [3, ["drop", "neck", "pegs"]],
])("course %i has its features, in their order", (nth, features) => {
  expect(courses[nth]?.stretches.map(({ feature }) => feature)).toEqual(features);
  const narrow = courses[nth]?.stretches.filter(({ feature }) => feature === "neck") ?? [];
  for (const { from, to } of narrow) {
    expect(courses[nth]?.halfWidth((from + to) / 2)).toBeLessThan(1.8);
  }
});

test("each has a funnel that balls go through one after another: a bowl or a neck", () => {
  for (const { stretches } of courses) {
    expect(stretches.some(({ feature }) => feature === "bowl" || feature === "neck")).toBe(true);
  }
});

describe.each(courses.map((course, i) => ({ course, i })))("course $i", ({ course }) => {
  const steps = Array.from({ length: Math.floor(course.end / 0.25) }, (_, i) => i * 0.25);

  test("lies on the ground, runs without a corner and widens without a step", () => {
    for (const [i, far] of steps.entries()) {
      const half = course.halfWidth(far);
      for (const across of [-half, half]) {
        const { x, y } = course.path.at(far, across);
        expect(x).toBeGreaterThan(WORLD.left);
        expect(x).toBeLessThan(WORLD.right);
        expect(y).toBeGreaterThan(0.5);
        expect(y).toBeLessThan(WORLD.foot);
      }
      const before = steps[i - 1] ?? far;
      const turned = course.path.at(far).heading - course.path.at(before).heading;
      expect(Math.abs(turned)).toBeLessThan(0.2);
      expect(Math.abs(half - course.halfWidth(before))).toBeLessThan(0.2);
    }
  });

  test("never crosses itself, but in its bowl", () => {
    const bowls = course.stretches.filter(
      ({ feature }) => feature === "bowl" || feature === "tube",
    );
    const open = steps.filter((far) =>
      bowls.every(({ from, to }) => far < from - 8 || far > to + 2),
    );
    let least = Infinity;
    for (const one of open) {
      for (const other of open.filter((far) => far - one > 16)) {
        const [from, to] = [course.path.at(one), course.path.at(other)];
        const apart = Math.hypot(from.x - to.x, from.y - to.y);
        least = Math.min(least, apart - course.halfWidth(one) - course.halfWidth(other));
      }
    }
    // Where it lies beside itself there is room for both rails.
    expect(least).toBeGreaterThan(0.3);
  });

  test("has bends, something to meet on the way, and a long last straight as wide as the gate", () => {
    const features = new Set(course.stretches.map(({ feature }) => feature));
    expect(features.has("pegs") && features.has("drop")).toBe(true);
    const { heading } = course.path.at(course.length);
    expect(course.path.at(course.length - 24).heading).toBeCloseTo(heading, 9);
    expect(course.halfWidth(course.length - 12)).toBeCloseTo(course.halfWidth(0), 9);
    expect(course.path.at(0).heading).toBe(0);
  });

  test("turns to both sides, by far more than a right angle in all, and half round into the last straight", () => {
    const turns = steps
      .filter((far) => far > 0 && far <= course.length)
      .map((far) => course.path.at(far).heading - course.path.at(far - 0.25).heading);
    const sum = (all: readonly number[]) => all.reduce((total, turn) => total + turn, 0);
    expect(sum(turns.filter((turn) => turn > 0))).toBeGreaterThan(Math.PI / 2);
    expect(sum(turns.filter((turn) => turn < 0))).toBeLessThan(-Math.PI / 2);
    const { heading } = course.path.at(course.length);
    expect(course.path.at(course.length - 45).heading - heading).toBeCloseTo(Math.PI, 6);
  });

  test("says when a field is where, and where it is when", () => {
    let before = -1;
    for (const far of steps.filter((one) => one <= course.length)) {
      const time = course.timeOf(far);
      expect(time).toBeGreaterThan(before);
      expect(course.farAt(time)).toBeCloseTo(far, 6);
      before = time;
    }
    expect([course.timeOf(0), course.timeOf(course.length)]).toEqual([0, 1]);
  });
});
