import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { resultLight } from "../../stage/lights.ts";
import { livesUntilMs, moodOf } from "../../stage/mood.ts";
import { stretchOf } from "../../stage/pacing.ts";
import type { Play, Scene } from "../../stage/scene.ts";
import { RESULT_MS, TABLE_MS } from "../../stage/times.ts";
import { arc, easeIn, easeInOut, easeOut, lerp, progress } from "../../stage/tracks.ts";
import { WHOLE_COURSE } from "./course.ts";
import type { Camera } from "./course.ts";
import type { Step } from "./paint/podium.ts";
import { BEHIND, entriesOf, GATE_LAMP, raceAt } from "./race-moment.ts";
import type { BallShown, RaceShown } from "./race-shown.ts";
import { RACE_RESTS_MS } from "./race.ts";
import { RaceTable } from "./table.ts";
import { PODIUM_MS, RACE_MS } from "./times.ts";

type View = Play<BigSixBallOutcome>;

const stretch = (view: View): number => stretchOf(view, RACE_MS.phase);

function pose(view: View, elapsedMs: number): RaceShown {
  const { phase } = view.state;
  const drama = entriesOf(view)?.kind ?? "none";
  const mood = moodOf(view, elapsedMs);
  const form = view.board.sides.map(({ id }) => view.form?.sides[id] ?? null);
  const race = raceAt(view, phase === "revealing" ? elapsedMs / stretch(view) : RACE_RESTS_MS);
  if (phase === "revealing" || drama === "none") {
    return {
      drama,
      ...race,
      podium: 0,
      veil: 0,
      rays: 0,
      light: 0,
      celebration: 0,
      shine: 0,
      form,
      mood,
    };
  }
  const isOver = phase === "waiting";
  const at = (startMs: number, lengthMs: number) => progress(elapsedMs, startMs, lengthMs);
  const back = isOver ? easeInOut(at(PODIUM_MS.sink, PODIUM_MS.backAt - PODIUM_MS.sink)) : 0;
  const sunk = isOver ? at(0, PODIUM_MS.sink) : 0;
  const left = isOver ? 1 : at(0, PODIUM_MS.leave);
  const leaving = 1 - left;
  return {
    drama,
    ...race,
    balls: race.balls.map((ball, i) => ({
      ...ball,
      ...(sunk < 1 ? rolledOff(ball, sunk) : { at: rolledIn(elapsedMs, i), lane: i }),
      lift: 0,
      name: isOver ? at(PODIUM_MS.backAt, RACE_MS.name) : 0,
      // They roll in over the light of their lanes.
      drawn: isOver ? 0.8 * arc(at(PODIUM_MS.sink, PODIUM_MS.backAt)) : 0,
      // Where nobody sees it the list goes back to the order of the teams.
      row: back < 1 ? ball.row : i,
      ...(ball.rank <= 3 ? stepUp(ball.rank as Step, isOver ? null : elapsedMs, sunk < 1) : {}),
      flag: ball.flag * leaving,
      wake: ball.wake * leaving,
    })),
    gate: 1 - back,
    ranked: 1 - back,
    crowd: isOver
      ? { along: GATE_LAMP, alpha: back }
      : { along: race.crowd.along, alpha: race.crowd.alpha * leaving },
    camera: isOver
      ? WHOLE_COURSE
      : drawnBack(
          race.camera,
          easeInOut(at(0, PODIUM_MS.camera)),
          easeInOut(at(PODIUM_MS.panAt, PODIUM_MS.pan)),
        ),
    photo: race.photo * leaving,
    story: race.story * leaving,
    podium: isOver ? 1 - easeIn(sunk) : easeOut(at(PODIUM_MS.riseAt, PODIUM_MS.rise)),
    veil: isOver ? 1 - sunk : at(0, PODIUM_MS.veil),
    rays: isOver ? 1 - sunk : easeOut(at(PODIUM_MS.raysAt, PODIUM_MS.rays)),
    light: resultLight(phase, elapsedMs),
    celebration: isOver ? 1 : at(PODIUM_MS.raysAt, RESULT_MS.celebration),
    shine: (PODIUM_MS.shine / 1000) * (isOver ? 1 : at(PODIUM_MS.raysAt, PODIUM_MS.shine)),
    form,
    mood,
  };
}

/** A camera on its way back to the whole course: how far drawn back, and how far from the line, 0 to 1. */
function drawnBack(
  { zoom, push, clear, along, ...rest }: Camera,
  back: number,
  panned: number,
): Camera {
  const left = 1 - back;
  return {
    ...rest,
    zoom: zoom * left,
    push: push * left,
    clear: clear * left,
    along: along * (1 - panned),
  };
}

/** How far the others roll off while the podium sinks, in lengths of the course: out of sight. */
const OFF = 0.45;
function rolledOff({ at, lane, rank }: BallShown, sunk: number): { at: number; lane: number } {
  return { at: rank <= 3 ? at : at + OFF * easeIn(sunk), lane };
}

/** Where the nth ball is as all roll in for the next round, one just after another. */
function rolledIn(elapsedMs: number, nth: number): number {
  const { sink, rollEvery } = PODIUM_MS;
  const lengthMs = PODIUM_MS.backAt - sink - 5 * rollEvery;
  return lerp(BEHIND, 0, easeOut(progress(elapsedMs, sink + nth * rollEvery, lengthMs)));
}

/** The way of one of the best up its step, a time into `result`; in `waiting` it sinks with that. */
function stepUp(step: Step, elapsedMs: number | null, stands: boolean) {
  const takesOffMs = PODIUM_MS.hopAt[step - 1] ?? 0;
  const flightMs = PODIUM_MS.hop[step - 1] ?? 0;
  const lands = takesOffMs + flightMs;
  return elapsedMs === null
    ? { step, up: stands ? 1 : 0, squash: 0 }
    : {
        step,
        up: progress(elapsedMs, takesOffMs, flightMs),
        squash: arc(progress(elapsedMs, lands - 40, PODIUM_MS.squash)),
      };
}

function restsAfterMs(view: View): number {
  switch (view.state.phase) {
    case "revealing":
      return RACE_RESTS_MS * stretch(view);
    case "result":
      return PODIUM_MS.raysAt + PODIUM_MS.shine;
    case "waiting":
      return Math.max(PODIUM_MS.backAt + RACE_MS.name, TABLE_MS.callAt + TABLE_MS.call);
    default:
      return TABLE_MS.opening;
  }
}

/** The drawing of Big Six Ball: six balls race down their lanes, and the best three get a podium. */
export const scene: Scene<BigSixBallOutcome, RaceShown> = {
  pose,
  restsAfterMs,
  livesUntilMs,
  build: (kit, view) => new RaceTable(kit, view),
};
