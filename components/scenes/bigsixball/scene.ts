import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { resultLight } from "../../stage/lights.ts";
import { livesUntilMs, moodOf } from "../../stage/mood.ts";
import { stretchOf, waitsForBeacon } from "../../stage/pacing.ts";
import type { Play, Scene } from "../../stage/scene.ts";
import { TABLE_MS } from "../../stage/times.ts";
import { arc, clamp01, easeIn, easeInOut, easeOut, lerp, progress } from "../../stage/tracks.ts";
import { AT_GATES } from "./course.ts";
import { courseAt, courseOf } from "./courses.ts";
import type { Step } from "./paint/podium.ts";
import { BEHIND, entriesOf, GATE_LAMP, inStall, raceAt } from "./race-moment.ts";
import type { BallShown, RaceRun, RaceShown } from "./race-shown.ts";
import { storyOf } from "./race-story.ts";
import { RACE_OVER_MS } from "./race.ts";
import { RaceTable } from "./table.ts";
import { PODIUM_MS, podiumMs, RACE_MS, raceMsAt } from "./times.ts";

type View = Play<BigSixBallOutcome>;

const stretch = (view: View): number => stretchOf(view, RACE_MS.phase);

function pose(view: View, elapsedMs: number): RaceShown {
  const { phase } = view.state;
  const race = raceAt(
    view,
    phase === "revealing" ? raceMsAt(elapsedMs / stretch(view)) : RACE_OVER_MS,
  );
  const play: Partial<RaceShown> & RaceRun =
    entriesOf(view) === null || phase === "revealing"
      ? race
      : phase === "result"
        ? resultAt(view, race, elapsedMs)
        : waitingAt(view, race, elapsedMs);
  // Behind the podium, where nobody sees it, the next course is laid and the camera goes back to the gates.
  const next =
    play.rays === 1 ? { course: courseOf(view.state.round + 1), camera: AT_GATES } : undefined;
  return {
    ...UNDECIDED,
    ...play,
    ...next,
    light:
      entriesOf(view) === null
        ? 0
        : resultLight(
            phase,
            phase === "result" ? podiumMs(view, elapsedMs) - PODIUM_MS.namedAt : elapsedMs,
          ),
    form: view.board.sides.map(({ id }) => view.form?.sides[id] ?? null),
    mood: moodOf(view, elapsedMs),
  };
}

const UNDECIDED = { story: 0, podium: 0, gone: 0, veil: 0, rays: 0, celebration: 0, shine: 0 };

/** How far the celebration has run when the phase ends, and how far its rays have turned, in seconds. */
function shineAt(ms: number) {
  const since = ms - PODIUM_MS.at - PODIUM_MS.raysAt;
  return { celebration: progress(since, 0, 3_000), shine: 5 * progress(since, 0, PODIUM_MS.shine) };
}

/** The line, the time of its replay, its winner's name, and the podium. */
function resultAt(view: View, race: RaceRun, ms: number): Partial<RaceShown> & RaceRun {
  const timedMs = podiumMs(view, ms);
  const at = (startMs: number, lengthMs: number) => progress(timedMs, startMs, lengthMs);
  const up = (startMs: number, lengthMs: number) => at(PODIUM_MS.at + startMs, lengthMs);
  const isReplayed = timedMs < PODIUM_MS.at;
  const named = at(PODIUM_MS.namedAt, PODIUM_MS.name);
  return {
    ...race,
    balls: race.balls.map((ball) => ({
      ...ball,
      ...(ball.rank <= 3 ? stepUp(ball.rank as Step, timedMs) : {}),
    })),
    // The replay and the podium have the picture to themselves until the hud names the winner.
    ranked: ms < PODIUM_MS.replayAt ? race.ranked : named,
    doubt: isReplayed ? race.doubt : 0,
    lamp: { ...race.lamp, alpha: isReplayed ? 1 : 0 },
    drama: dramaOf(view),
    story: isReplayed ? at(PODIUM_MS.storyAt, PODIUM_MS.name) : 0,
    podium: easeOut(up(PODIUM_MS.riseAt, PODIUM_MS.rise)),
    // No ball that stays is seen a second time behind the podium.
    veil: up(-PODIUM_MS.veil, PODIUM_MS.veil),
    rays: easeOut(up(PODIUM_MS.raysAt, PODIUM_MS.rays)),
    ...shineAt(podiumMs(view, Math.min(ms, PODIUM_MS.phase))),
  };
}

/** What is said of a race: what everybody has seen of it. */
function dramaOf(view: View): RaceRun["drama"] {
  const entries = entriesOf(view);
  if (!entries) {
    return "none";
  }
  const { runs, homeMs } = entries;
  const [first, second] = runs.toSorted((a, b) => a.finishMs - b.finishMs);
  const behind = runs.filter((run) => run.at(homeMs) > (first?.at(homeMs) ?? 0)).length;
  return storyOf((second?.finishMs ?? 0) - (first?.finishMs ?? 0), behind);
}

/** The podium stands, and is rolled away with those on it; then the balls roll in for the next round, on its own course. */
function waitingAt(view: View, race: RaceRun, ms: number): Partial<RaceShown> & RaceRun {
  if (ms < PODIUM_MS.sinkAt) {
    return {
      ...resultAt(view, race, PODIUM_MS.phase),
      ...shineAt(podiumMs(view, PODIUM_MS.phase + ms)),
    };
  }
  const sunk = progress(ms, PODIUM_MS.sinkAt, PODIUM_MS.sink);
  const back = easeInOut(progress(ms, PODIUM_MS.sinkAt, PODIUM_MS.backAt - PODIUM_MS.sinkAt));
  const course = courseOf(view.state.round + 1);
  return {
    ...race,
    course,
    balls: race.balls.map((ball, i): BallShown => ({
      ...ball,
      ...inStall(courseAt(course), i, rolledIn(ms, i)),
      speed: 0,
      name: progress(ms, PODIUM_MS.backAt, RACE_MS.name),
      // Where nobody sees it the list goes back to the order of the teams.
      row: back < 1 ? ball.row : i,
      ...(ball.rank <= 3 && sunk < 1 ? { step: ball.rank as Step, up: 1, titled: 1, seen: 1 } : {}),
      rank: sunk < 1 ? ball.rank : 0,
    })),
    gate: 1 - back,
    ranked: 1 - clamp01(back * 3),
    lamp: { ...GATE_LAMP, alpha: back },
    camera: AT_GATES,
    doubt: 0,
    podium: 1 - easeIn(sunk),
    gone: easeIn(sunk),
    veil: 1 - easeIn(sunk),
    rays: 1 - Math.min(1, 2 * sunk),
    ...shineAt(podiumMs(view, PODIUM_MS.phase + Math.min(ms, PODIUM_MS.sinkAt + PODIUM_MS.sink))),
  };
}

/** Where the nth ball is as all roll in, one just after another, in widths from the gate. */
function rolledIn(ms: number, nth: number): number {
  const { sinkAt, sink, backAt, rollEvery } = PODIUM_MS;
  const fromMs = sinkAt + sink;
  const lengthMs = backAt - fromMs - 5 * rollEvery;
  return lerp(BEHIND, 0, easeOut(progress(ms, fromMs + nth * rollEvery, lengthMs)));
}

/** The way of one of the best up its step, a time into `result` as the podium is timed. */
function stepUp(step: Step, ms: number) {
  const takesOffMs = PODIUM_MS.at + (PODIUM_MS.hopAt[step - 1] ?? 0);
  const flightMs = PODIUM_MS.hop[step - 1] ?? 0;
  const lands = takesOffMs + flightMs;
  return {
    step,
    up: progress(ms, takesOffMs, flightMs),
    squash: arc(progress(ms, lands - 40, PODIUM_MS.squash)),
    titled: progress(ms, lands, PODIUM_MS.title),
  };
}

function restsAfterMs(view: View): number {
  switch (view.state.phase) {
    case "revealing":
      return RACE_MS.restsAt * stretch(view);
    case "result":
      return PODIUM_MS.phase;
    case "waiting":
      return Math.max(PODIUM_MS.backAt + RACE_MS.name, TABLE_MS.callAt + TABLE_MS.call);
    default:
      return TABLE_MS.opening;
  }
}

const isAwaiting = (view: View): boolean => view.state.phase === "betting" && waitsForBeacon(view);

/** The drawing of Big Six Ball: six balls race down a course, and the best three get a podium. */
export const scene: Scene<BigSixBallOutcome, RaceShown> = {
  pose,
  restsAfterMs,
  // While a beacon is awaited the race stands at its gates.
  livesUntilMs: (view) => (isAwaiting(view) && view.betMs) || livesUntilMs(view),
  movesAgain(view) {
    const { closesAtMs = 0 } = view;
    return isAwaiting(view)
      ? { fromMs: closesAtMs, toMs: closesAtMs + TABLE_MS.opening }
      : undefined;
  },
  // The words around it say that a race is run: it is seen as the last straight begins, and nothing of how it ends.
  stillMs: (view) =>
    view.state.phase === "revealing" ? (entriesOf(view)?.homeMs ?? 0) * stretch(view) : undefined,
  build: (kit, view) => new RaceTable(kit, view),
  loadExtras: () => import("./extras.ts").then(({ extras }) => extras),
};
