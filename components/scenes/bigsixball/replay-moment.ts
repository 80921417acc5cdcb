import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import type { Play } from "../../stage/scene.ts";
import { clamp01, easeInOut, lerp, progress } from "../../stage/tracks.ts";
import { entriesOf } from "./race-moment.ts";
import { storyOf } from "./race-story.ts";
import type { Run } from "./race.ts";
import type { ReplayShown } from "./replay.ts";
import { PODIUM_MS, podiumMs, RACE_MS } from "./times.ts";

/*
 * What the replay of a finish shows, and when. It stands at the contest: as the winner touches the line, or where
 * another was not near, as the first of the two does who were closest among the places that matter, with both up close.
 * All of it was seen by then, and until the winner is over the line the camera is the same in all of these races.
 * Of a race that was won clearly there is less to look at: the camera is close to the winner, alone, from the cut on,
 * and of the time before the touch only the end is shown.
 */

/** When the first of the contest touches the line, in ms of phase `result`, how long it stands then, and before it ends. */
const [TOUCH_AT_MS, TOUCH_MS, REST_MS] = [1_780, 260, 120];
/** From when to when the camera draws back from a contest: the whole line is seen at the end. */
const [LEAVES_MS, LEFT_MS] = [2_180, 2_480];
/** For how long the camera comes up to a clear winner before the touch, and from how near. */
const [ALONE_MS, ALONE] = [620, 0.35];
/** How long after its finish a ball has rolled over the line, in ms of the race, and how fast it goes on at most. */
const [OVER_MS, FASTEST] = [125, 1.4];
/** Where the winner was in so much earlier, in ms of the race, the replay goes faster from it to the contest. */
const LONG_MS = 300;
/** So long before the winner and the contest it is as slow as it is, in ms of the race. */
const [LEAD_MS, NEARS_MS] = [110, 70];

/** Which of the places are the contest, by the times of all, rising: 0 for the first and the second. */
function contestOf(finishes: readonly number[]): 0 | 1 | 2 {
  const gap = (nth: number) => (finishes[nth + 1] ?? 0) - (finishes[nth] ?? 0);
  if (storyOf(gap(0), 0) !== "none") {
    return 0;
  }
  const closest = gap(1) <= gap(2) ? 1 : 2;
  return gap(0) <= gap(closest) ? 0 : closest;
}

/** On the way from 0 to 1 from one value to another, left and reached at one slope. */
const between = (from: number, to: number, slope: number, t: number): number =>
  from + (to - from) * t * t * (3 - 2 * t) + slope * t * (1 - t) * (1 - 2 * t);

/** The moment of a race that its replay shows, as that is timed; after the touch it goes on as fast as those need to be in who matter. */
function replayedMs(ms: number, finishes: readonly number[], isClear: boolean): number {
  const { slower, replayAt: fromMs, at: untilMs } = PODIUM_MS;
  const contest = contestOf(finishes);
  const [first = 0, , third = 0] = finishes;
  const touched = finishes[contest] ?? first;
  const since = ms - TOUCH_AT_MS - TOUCH_MS;
  if (since > 0) {
    const left = untilMs - REST_MS - TOUCH_MS - TOUCH_AT_MS;
    const last = isClear ? first : Math.max(third, finishes[contest + 1] ?? third);
    const pace = Math.min(FASTEST, Math.max(1 / slower, (last + OVER_MS - touched) / left));
    return touched + pace * Math.min(since, left);
  }
  const beforeMs = Math.max(0, TOUCH_AT_MS - ms) / slower;
  if (touched - first <= LONG_MS) {
    return touched - beforeMs;
  }
  const [crossedMs, nearsMs] = [fromMs + LEAD_MS * slower, TOUCH_AT_MS - NEARS_MS * slower];
  if (ms <= crossedMs || ms >= nearsMs) {
    return ms <= crossedMs ? first + (ms - crossedMs) / slower : touched - beforeMs;
  }
  const long = nearsMs - crossedMs;
  return between(first, touched - NEARS_MS, long / slower, (ms - crossedMs) / long);
}

/** When the first ball touches the line in a replay, as that is timed, in ms of phase `result`. */
function struckAtMs(finishes: readonly number[]): number {
  const { slower, replayAt: fromMs } = PODIUM_MS;
  const since = (finishes[contestOf(finishes)] ?? 0) - (finishes[0] ?? 0);
  return since > LONG_MS ? fromMs + LEAD_MS * slower : TOUCH_AT_MS - since * slower;
}

/** From how long before the first is in balls are seen in a replay, in ms of the race, how often they are looked at, and how much of the course is seen at least. */
const [AGO_MS, OFTEN, LEAST] = [450, 16, 1.6];

/** The part of the course that balls roll over in a replay whose first is in at a time: its middle, and half of how wide it is, in widths. */
function stripOf(runs: readonly Run[], firstMs: number): { middle: number; half: number } {
  const times = Array.from(
    { length: OFTEN },
    (_, i) => firstMs - AGO_MS + (i * (RACE_MS.over - firstMs + AGO_MS)) / OFTEN,
  );
  const across = times.flatMap((ms) => runs.map((run) => run.across(ms)));
  const [least, most] = [Math.min(...across), Math.max(...across)];
  return { middle: (least + most) / 2, half: Math.max(LEAST, (most - least) / 2) };
}

/** The replay: it is cut to in `result`, bars and all, and is seen until the podium rises. */
export function replayAt(view: Play<BigSixBallOutcome>, ms: number, isClose: boolean): ReplayShown {
  const entries = entriesOf(view);
  const { replayAt: fromMs, storyAt, name, at: untilMs, veil } = PODIUM_MS;
  const { phase } = view.state;
  if (!entries || phase !== "result") {
    return {
      bars: 0,
      titled: 0,
      seen: 0,
      isClose,
      behind: 0,
      near: 0,
      pair: [0, 0],
      half: LEAST,
      winner: 0,
      struckMs: -1,
      balls: [],
    };
  }
  const { runs, course } = entries;
  const order = [...runs.keys()].toSorted(
    (a, b) => (runs[a]?.finishMs ?? 0) - (runs[b]?.finishMs ?? 0),
  );
  const finishes = order.map((ball) => runs[ball]?.finishMs ?? 0);
  const contest = contestOf(finishes);
  const [firstMs = 0, touchedMs = 0] = [finishes[0], finishes[contest]];
  const timedMs = podiumMs(view, ms);
  // It was, where it is over sooner.
  const isClear = timedMs > ms;
  const raceMs = replayedMs(timedMs, finishes, isClear);
  const { middle, half } = stripOf(runs, firstMs);
  // Cut to and cut away from: both pictures at once would be a double exposure.
  const seen = ms >= fromMs && timedMs < untilMs ? 1 : 0;
  return {
    bars: ms < fromMs ? 0 : 1 - progress(timedMs, untilMs, veil),
    // What kind of a race it was is said over it then.
    titled: seen * (1 - progress(timedMs, storyAt - name, name)),
    seen,
    isClose,
    behind: (1 - Math.min(...runs.map((run) => run.at(firstMs)))) * course.length,
    near: isClear
      ? lerp(ALONE, 1, easeInOut(progress(timedMs, TOUCH_AT_MS - ALONE_MS, ALONE_MS)))
      : contest === 0
        ? 0
        : easeInOut(clamp01((raceMs - firstMs) / (touchedMs - firstMs))) *
          (1 - easeInOut(progress(timedMs, LEAVES_MS, LEFT_MS - LEAVES_MS))),
    pair: [order[contest] ?? 0, order[isClear ? contest : contest + 1] ?? 0],
    half,
    winner: order[0] ?? 0,
    struckMs: timedMs - struckAtMs(finishes),
    balls: runs.map((run) => ({
      beyond: (run.at(raceMs) - 1) * course.length,
      across: run.across(raceMs) - middle,
      rank: raceMs < run.finishMs ? 0 : finishes.filter((one) => one <= run.finishMs).length,
      gapMs: run.finishMs - firstMs,
    })),
  };
}
