import type { BigSixBallOutcome, Team } from "../../src/games/bigsixball.ts";
import { resultLight } from "../stage/lights.ts";
import { livesUntilMs, moodOf } from "../stage/mood.ts";
import type { Mood } from "../stage/mood.ts";
import type { Step } from "../stage/podium.ts";
import { gapsOf, RACE_OVER_MS, raceOf, rowsOf } from "../stage/race.ts";
import type { Run } from "../stage/race.ts";
import { raceKindOf } from "../stage/race-kind.ts";
import type { RaceKind } from "../stage/race-kind.ts";
import { RaceTable } from "../stage/race-table.ts";
import type { Play, Scene } from "../stage/scene.ts";
import { RACE_MS, RESULT_MS, SWEEP_MS, TABLE_MS } from "../stage/theme.ts";
import { arc, clamp01, easeInOut, easeOut, lerp, progress } from "../stage/tracks.ts";

type View = Play<BigSixBallOutcome>;

/** Where one ball stands. */
export interface BallPose {
  /** 0 at the gate, 1 on the finish line. */
  at: number;
  /** From 0; between whole numbers while it changes lanes. */
  lane: number;
  /** Height of a hop, 0 to 1. */
  lift: number;
  /** How visible the name beside it is, 0 to 1. */
  name: number;
  /** Its cell on the list, from 0; between whole numbers while it passes another. */
  row: number;
  /** Its place on the podium, 1 to 3; 0 for none. */
  step: Step | 0;
  /** Hundredths of a second behind the leader. */
  gap: number;
  /** Its place at the end, from 1; 0 while that is not told. */
  rank: number;
  /** How long a trail of light it draws, 0 to 1. */
  trail: number;
}

/** Where everything stands in a race. Balls in the order of the sides. */
export interface BigSixBallPose {
  drama: RaceKind | "none";
  balls: readonly BallPose[];
  /** 0 shut, 1 lifted out of the way. */
  gate: number;
  /** 0 while the list is one of teams, 1 once it is one of ranks. */
  ranked: number;
  /** How far the podium is up, and the best on it, 0 to 1. */
  podium: number;
  /** The winner's light, 0 to 1. */
  light: number;
  /** Where on the course the crowd's light is, and how bright, 0 to 1. */
  crowd: { along: number; alpha: number };
  /** How dark it is around the line, 0 to 1. */
  hush: number;
  /** The camera on the line, 0 to 1, and its picture, 0 to 1. */
  flash: number;
  photo: number;
  /** How far the celebration of the result has run, 0 to 1. */
  feast: number;
  mood: Mood;
}

type Race = Omit<BigSixBallPose, "drama" | "podium" | "light" | "feast" | "mood">;

const atGate = (lane: number): BallPose => ({
  at: 0,
  lane,
  lift: 0,
  name: 1,
  row: lane,
  step: 0,
  gap: 0,
  rank: 0,
  trail: 0,
});

const NO_RACE = { gate: 0, ranked: 0, crowd: { along: 0, alpha: 0 }, hush: 0, flash: 0, photo: 0 };

/** What a state says of its race. Ranks, lanes and runs in the order of the sides. */
interface Entries {
  ranks: number[];
  lanes: number[];
  kind: RaceKind;
  runs: Run[];
}

/** Laid out once for each state: it is asked for in every frame. */
const known = new WeakMap<View["state"], Entries>();

/** The race of a state; null while the state does not tell. */
function entriesOf(view: View): Entries | null {
  return known.get(view.state) ?? layOut(view);
}

function layOut(view: View): Entries | null {
  const { result_map, team_order, phase, round } = view.state;
  if (!result_map || !team_order || phase === "betting") {
    return null;
  }
  const ranks = view.board.sides.map((side) => result_map[side.id as Team]);
  const lanes = view.board.sides.map((_, i) => team_order.indexOf(i));
  const runs = raceOf(round, ranks, lanes);
  const entries = { ranks, lanes, kind: raceKindOf(round, ranks), runs };
  known.set(view.state, entries);
  return entries;
}

/** A name goes while balls change lanes, comes back in the new lane, and goes when its ball does. */
function nameAt(elapsedMs: number, run: Run): number {
  return elapsedMs < RACE_MS.lineUp
    ? 1 - progress(elapsedMs, 0, RACE_MS.name)
    : Math.min(
        progress(elapsedMs, RACE_MS.lineUp, RACE_MS.name),
        1 - progress(elapsedMs, run.launchMs, RACE_MS.name),
      );
}

/** When the nth place is in, from 1. */
function inAtMs(runs: readonly Run[], place: number): number {
  return runs.map((run) => run.finishMs).toSorted((a, b) => a - b)[place - 1] ?? 0;
}

/** The light of the crowd, the hush at the line and the camera: what tells the story of the race. */
function dramaAt(kind: RaceKind, runs: readonly Run[], places: readonly number[], ms: number) {
  const lead = Math.max(...places);
  const firstMs = inAtMs(runs, 1);
  const following = easeInOut(progress(ms, RACE_MS.launchAt, RACE_MS.list));
  const isPhoto = kind === "photo";
  const photoAtMs = inAtMs(runs, 3) + RACE_MS.photoAfter;
  const flash = progress(ms, firstMs, RACE_MS.flash);
  return {
    crowd: { along: Math.min(1, lead), alpha: following * (kind === "runaway" ? 1 : 0.6) },
    hush: isPhoto
      ? 0.5 * clamp01((lead - 0.86) / 0.06) * (1 - easeInOut(progress(ms, firstMs, RACE_MS.photo)))
      : 0,
    // One flash, on and off: the camera of a photo finish is the brightest.
    flash: flash < 0.15 ? 0 : (isPhoto ? 1 : 0.45) * (1 - flash) * (flash < 1 ? 1 : 0),
    photo: isPhoto ? easeOut(progress(ms, photoAtMs, RACE_MS.photo)) : 0,
  };
}

function racePose(view: View, elapsedMs: number): Race {
  const entries = entriesOf(view);
  if (!entries) {
    return { balls: view.board.sides.map((_, i) => atGate(i)), ...NO_RACE };
  }
  const { ranks, lanes, kind, runs } = entries;
  const ranked = easeInOut(progress(elapsedMs, RACE_MS.launchAt + RACE_MS.list, RACE_MS.list));
  const moved = easeInOut(progress(elapsedMs, 0, RACE_MS.lineUp));
  const places = runs.map((run) => run.at(elapsedMs));
  const [rows, gaps] = [rowsOf(places), gapsOf(runs, elapsedMs)];
  const isOver = elapsedMs >= inAtMs(runs, 3);
  return {
    balls: places.map((at, i): BallPose => {
      const lane = lanes[i] ?? i;
      const isFlying = kind === "runaway" || kind === "comeback";
      return {
        at,
        lane: lerp(i, lane, moved),
        lift: lane === i ? 0 : arc(moved) * (i % 2 ? 1 : 0.5),
        name: nameAt(elapsedMs, runs[i] as Run),
        row: lerp(i, rows[i] ?? i, ranked),
        step: 0,
        gap: gaps[i] ?? 0,
        rank: isOver ? (ranks[i] ?? 0) : 0,
        // The one that runs away from the field, or through it, draws a trail from half-way on.
        trail:
          isFlying && ranks[i] === 1
            ? clamp01((at - 0.42) / 0.14) * clamp01((1.03 - at) / 0.03)
            : 0,
      };
    }),
    ranked,
    gate: easeInOut(progress(elapsedMs, RACE_MS.launchAt - RACE_MS.gate, RACE_MS.gate)),
    ...dramaAt(kind, runs, places, elapsedMs),
  };
}

function pose(view: View, elapsedMs: number): BigSixBallPose {
  const { phase } = view.state;
  const drama = entriesOf(view)?.kind ?? "none";
  const mood = moodOf(view, elapsedMs);
  const race = racePose(view, phase === "revealing" ? elapsedMs : RACE_OVER_MS);
  if (phase === "revealing" || drama === "none") {
    return { drama, ...race, podium: 0, light: 0, feast: 0, mood };
  }
  const back = phase === "waiting" ? easeInOut(progress(elapsedMs, 0, SWEEP_MS.balls)) : 0;
  const podium =
    phase === "result" ? easeInOut(progress(elapsedMs, 0, RESULT_MS.podium)) : 1 - back;
  return {
    drama,
    ...race,
    balls: race.balls.map((ball, i) => ({
      ...ball,
      at: lerp(ball.at, 0, back),
      lane: lerp(ball.lane, i, back),
      lift: 0,
      name: phase === "waiting" ? progress(elapsedMs, SWEEP_MS.balls, RACE_MS.name) : 0,
      row: lerp(ball.row, i, back),
      step: ball.rank <= 3 ? (ball.rank as Step) : 0,
    })),
    gate: 1 - back,
    ranked: 1 - back,
    crowd: {
      along: race.crowd.along,
      alpha: race.crowd.alpha * (phase === "result" ? 1 - podium : 0),
    },
    photo: phase === "result" ? race.photo * (1 - podium) : 0,
    podium,
    light: resultLight(phase, elapsedMs),
    feast: phase === "result" ? progress(elapsedMs, 0, RESULT_MS.feast) : 1,
    mood,
  };
}

function restsAfterMs(view: View): number {
  switch (view.state.phase) {
    case "revealing":
      return RACE_OVER_MS;
    case "result":
      return RESULT_MS.feast;
    case "waiting":
      return Math.max(SWEEP_MS.balls + RACE_MS.name, TABLE_MS.callAt + TABLE_MS.call);
    default:
      return TABLE_MS.opening;
  }
}

/** The drawing of Big Six Ball: six balls race down their lanes, and the best three get a podium. */
export const scene: Scene<BigSixBallOutcome, BigSixBallPose> = {
  pose,
  restsAfterMs,
  livesUntilMs,
  build: (kit, view) => new RaceTable(kit, view),
};
