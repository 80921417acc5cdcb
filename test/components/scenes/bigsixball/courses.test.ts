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
