import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { CountdownTimer, untilNextChangeMs } from "../../../components/element/countdown-timer.ts";
import { fixtures } from "../../../src/games/bigsixball/fixtures.ts";
import { games } from "../../../src/games/index.ts";
import { phaseLengthMs } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import type { Schedule } from "../../../src/wire/responses.ts";

const game = games[0]!;
const race = games.find(({ slug }) => slug === "bigsixball")!;

function clockAt(phase: Phase, elapsedMs: number, times = game as typeof game.drand, of = game) {
  const state = { round: 7, daily_round: 7, date: "2026-01-01", phase, remainMs: 0 };
  return { game: of, state, schedule: {} as Schedule, times, elapsedMs };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When the countdown is redrawn, in ms since its phase started. */
function drawnAt(phase: Phase, needsSeconds: boolean, times = game as typeof game.drand): number[] {
  const startMs = Date.now();
  const drawn: number[] = [];
  const schedule = () => {
    const displayed = clockAt(phase, Date.now() - startMs, times);
    timer.schedule(displayed, displayed, needsSeconds);
  };
  const timer = new CountdownTimer(() => {
    drawn.push(Date.now() - startMs);
    schedule();
  });
  onTestFinished(() => timer.stop());
  schedule();
  vi.advanceTimersByTime(120_000);
  return drawn;
}

const seconds = (lastMs: number) => Array.from({ length: lastMs / 1000 }, (_, i) => (i + 1) * 1000);

describe("the countdown in a running round", () => {
  test.each(["betting", "revealing", "waiting"] as const)(
    "the countdown does not skip a second of the %s phase",
    (phase) => {
      expect(drawnAt(phase, true)).toEqual(seconds(phaseLengthMs(phase, game)));
    },
  );

  test("the countdown ends when bets close, even while a beacon is awaited", () => {
    expect(drawnAt("betting", true, game.drand)).toEqual(seconds(game.drand.closesMs));
  });

  test.each([
    ["with a countdown", true],
    ["without one", false],
  ])("the labels are redrawn when a race's winner is named, %s", (_, needsSeconds) => {
    const [replayedMs, namedMs] = [1_700, 2_000];
    const remainingMs = (elapsedMs: number) => {
      const clock = clockAt("result", elapsedMs, race, race);
      const state = { ...clock.state, ...fixtures[0]?.outcome, round: 6 };
      return untilNextChangeMs({ ...clock, state }, needsSeconds);
    };
    expect(remainingMs(500)).toBe(replayedMs - 500);
    expect(remainingMs(replayedMs)).toBe(namedMs - replayedMs);
    expect(remainingMs(namedMs)).toBe(0);
  });
});
