import { expect, test } from "vitest";
import { courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import { raceRunAt } from "../../../../components/scenes/bigsixball/race-moment.ts";
import { raceOf } from "../../../../components/scenes/bigsixball/race.ts";
import { RACE_MS } from "../../../../components/scenes/bigsixball/times.ts";
import { Trails } from "../../../../components/scenes/bigsixball/trails.ts";
import { recordingKit } from "../recording-kit.ts";
import { LANES } from "./any-race.ts";

const layout = courseLayout({ width: 830, height: 375 });
const race = { ...raceOf(7, [1, 2, 3, 4, 5, 6], LANES), lanes: LANES, round: 7 };

/** How long the streaks of the balls are at a moment of the race, in widths of a ball, and how fast those are. */
function streaksAt(ms: number, speedOf = (speed: number) => speed) {
  const { kit, parts } = recordingKit();
  const trails = new Trails(
    kit,
    LANES.map(() => "#a00000"),
  );
  const run = raceRunAt(race, ms);
  const shot = layout.shot(run.camera);
  const balls = run.balls.map((ball) => ({ ...ball, speed: speedOf(ball.speed) }));
  trails.show(
    balls.map((ball) => ({ ...ball, step: 0 as const })),
    layout,
    shot,
  );
  return balls.map(({ speed }, i) => {
    const { scale = 0, alpha = 0 } = parts[i]?.at ?? {};
    const [long] = Array.isArray(scale) ? (scale as number[]) : [scale];
    return { speed, long: (Number(long) * (parts[i]?.size.width ?? 0)) / shot.unit, alpha };
  });
}

test("a ball that stands draws no streak, and one is the longer and brighter the faster its ball is", () => {
  for (const { long, alpha } of streaksAt(RACE_MS.launchAt)) {
    expect([long, alpha]).toEqual([0, 0]);
  }
  const at = (speed: number) => streaksAt(8_000, () => speed)[0] ?? { long: 0, alpha: 0 };
  const speeds = [0.1, 0.4, 0.8, 1.3, 1.6].map(at);
  for (const part of ["long", "alpha"] as const) {
    const values = speeds.map((streak) => streak[part]);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(new Set(values).size).toBe(values.length);
  }
});

test("the streaks of a race follow how fast its balls are seen to be", () => {
  for (let ms = RACE_MS.launchAt + 500; ms < 12_000; ms += 500) {
    const run = raceRunAt(race, ms);
    const before = raceRunAt(race, ms - 50);
    streaksAt(ms).forEach(({ speed, long }, i) => {
      const rolled = (run.balls[i]?.far ?? 0) - (before.balls[i]?.far ?? 0);
      expect(long > 0.2).toBe(rolled > 0.06);
      expect(speed).toBeCloseTo(rolled / race.course.length / 0.0044, 6);
    });
  }
});
