import { describe, expect, test } from "vitest";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { RACE_MS } from "../../../../components/scenes/bigsixball/times.ts";
import type { Play } from "../../../../components/stage/scene.ts";
import { fixtures } from "../../../../src/games/bigsixball/fixtures.ts";
import { recordingKit } from "../recording-kit.ts";
import { viewOf } from "../states.ts";

const REVEAL_MS = 18_000;
const STEP_MS = 50;
/** Every ball rolls so many radians for each of its widths: its number can be read. */
const ROLL = 0.9;

/** A ball at two moments, one step apart: how far it came on the ground, and what is drawn of that. */
interface Step {
  ms: number;
  /** In widths of a ball. */
  far: number;
  /** Where it went, in radians, clockwise from the right of a wide box. */
  went: number;
  rolled: number;
  heading: number | undefined;
}

function stepsOf(round: number, outcome: unknown): Step[] {
  const view = {
    ...viewOf("bigsixball", outcome, "revealing", round),
    revealMs: REVEAL_MS,
  } as Play;
  const { kit, parts } = recordingKit();
  const race = scene as unknown as {
    build: typeof scene.build;
    pose(view: Play, ms: number): { balls: readonly { x: number; y: number }[] };
  };
  const drawing = race.build(kit, view as never);
  drawing.resize({ width: 830, height: 375 });
  const at = (ms: number) => {
    const pose = race.pose(view, ms);
    drawing.show(pose as never);
    const looks = parts.filter(({ kind }) => kind === "ball").map(({ ball }) => ball);
    return pose.balls.map(({ x, y }, i) => ({ x, y, look: looks[i] }));
  };
  const moments = Array.from({ length: REVEAL_MS / STEP_MS }, (_, i) => at(i * STEP_MS));
  return moments.slice(1).flatMap((balls, i) =>
    balls.map(({ x, y, look }, nth) => {
      const before = moments[i]?.[nth];
      const [dx, dy] = [x - (before?.x ?? x), y - (before?.y ?? y)];
      return {
        ms: (i + 1) * STEP_MS,
        far: Math.hypot(dx, dy),
        went: Math.atan2(dy, dx),
        rolled: (look?.roll ?? 0) - (before?.look?.roll ?? 0),
        heading: look?.heading,
      };
    }),
  );
}

describe("a ball of a race", () => {
  const steps = fixtures.slice(0, 4).flatMap(({ outcome }, i) => stepsOf(40 + i, outcome));
  const moving = steps.filter(({ far, ms }) => ms > RACE_MS.launchAt && far > 0.05);

  test("rolls as far as it comes, and the way that it goes", () => {
    expect(moving.length).toBeGreaterThan(2_000);
    const near = moving.filter(({ far, rolled }) => Math.abs(rolled / far / ROLL - 1) < 0.25);
    // Out of the way of another it goes further than along the course.
    expect(near.length / moving.length).toBeGreaterThan(0.95);
    const ahead = moving.filter(
      ({ went, heading }) => heading !== undefined && Math.cos(went - heading) > 0.85,
    );
    expect(ahead.length / moving.length).toBeGreaterThan(0.97);
  });

  test("never rolls back while it runs, and lies still where it stands still", () => {
    expect(moving.filter(({ rolled }) => rolled < 0)).toEqual([]);
    const still = steps.filter(
      ({ far, ms }) => far < 1e-6 && ms > RACE_MS.launchAt - 1_000 && ms < RACE_MS.launchAt,
    );
    expect(still.length).toBeGreaterThan(10);
    expect(still.filter(({ rolled }) => Math.abs(rolled) > 1e-3)).toEqual([]);
  });
});
