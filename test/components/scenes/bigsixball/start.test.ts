import { expect, test } from "vitest";
import { courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import { extras } from "../../../../components/scenes/bigsixball/extras.ts";
import { StartLamps } from "../../../../components/scenes/bigsixball/paint/start-lamps.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import type { RaceTable } from "../../../../components/scenes/bigsixball/table.ts";
import { RACE_MS } from "../../../../components/scenes/bigsixball/times.ts";
import type { Play } from "../../../../components/stage/scene.ts";
import { TEAMS } from "../../../../src/games/bigsixball/game.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import { isSeen, recordingKit } from "../recording-kit.ts";
import { viewOf } from "../states.ts";

const size = { width: 390, height: 455 };
const ended = fixtures["bigsixball"]?.[0]?.outcome as BigSixBallOutcome;

test("three red lamps turn green as the balls are off, and go dark with their board", () => {
  const { kit, parts } = recordingKit();
  const lamps = new StartLamps(kit);
  lamps.fit(size, courseLayout(size), kit.accent);
  const view = viewOf("bigsixball", ended, "revealing") as Play<BigSixBallOutcome>;
  const lit = (ms: number) => {
    lamps.show(scene.pose(view, ms));
    const lights = parts.filter(({ kind }) => kind === "light").map(isSeen);
    return { red: lights.slice(0, 3), green: lights.slice(3) };
  };
  const [all, none] = [Array(3).fill(true), Array(3).fill(false)];
  expect(lit(RACE_MS.lampAt)).toEqual({ red: [true, false, false], green: none });
  expect(lit(RACE_MS.launchAt - 1)).toEqual({ red: all, green: none });
  expect(lit(RACE_MS.launchAt)).toEqual({ red: none, green: all });
  expect(lit(RACE_MS.lampsUntil + RACE_MS.name)).toEqual({ red: none, green: none });
});

// They stood there once more, beside those of no other ball.
test("last places are not told of a ball alone that drew the lane of its own stall", () => {
  const places = [1, 2, 3, 4, 5];
  const sides = Object.fromEntries(TEAMS.map((team) => [team, { places, wins: 9, podiums: 30 }]));
  const { kit, parts } = recordingKit();
  const told = (team_order: number[], ms: number) => {
    const outcome: BigSixBallOutcome = { ...ended, team_order };
    const view: Play<BigSixBallOutcome> = {
      ...(viewOf(
        "bigsixball",
        outcome,
        ms < 0 ? "betting" : "revealing",
      ) as Play<BigSixBallOutcome>),
      form: { streak: null, sides },
    };
    const from = parts.length;
    const table = scene.build(kit, view) as RaceTable;
    table.resize(size);
    const pose = scene.pose(view, Math.abs(ms));
    table.show(pose);
    const built = extras.build(kit, view, table);
    built.resize(size);
    built.show(extras.pose(view, Math.abs(ms), pose, (at) => scene.pose(view, at)));
    return parts
      .slice(from)
      .some((part) => part.text === view.words.lettering["form"] && isSeen(part));
  };
  expect(told([0, 1, 2, 3, 4, 5], -9_000)).toBe(true);
  for (let ms = RACE_MS.lineUpAt + RACE_MS.leave; ms < RACE_MS.launchAt; ms += 60) {
    expect([ms, told([0, 2, 3, 1, 5, 4], ms)]).toEqual([ms, false]);
  }
});
