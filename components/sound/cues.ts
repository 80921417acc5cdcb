import type { BetTiming } from "../../src/games/timing.ts";
import { LAST_SECONDS } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import type { Foley, PoseSounds, TimedSound, MovingSound } from "../stage/scene-sounds.ts";
import type { Play, Scene } from "../stage/scene.ts";

export type SoundName = Foley | "tick" | "lastTick" | "open" | "closed" | "hit";

export interface Cue {
  /** Time in the phase, in ms. */
  atMs: number;
  sound: SoundName;
  /** From -1 (left) to 1 (right). */
  pan: number;
  /** 1 is the sound's normal strength. */
  gain: number;
}

const cue = (atMs: number, sound: SoundName): Cue => ({ atMs, sound, pan: 0, gain: 1 });

/**
 * Every table's signals in a phase, in order of time: bets open, the last seconds, bets close, and the winner,
 * `winnerMs` into the `result` phase.
 */
export function tableCues(phase: Phase, { closesMs }: BetTiming, winnerMs: number): Cue[] {
  switch (phase) {
    case "betting": {
      const seconds = Array.from({ length: LAST_SECONDS }, (_, i) => LAST_SECONDS - i);
      const ticks = seconds.map((left) =>
        cue(closesMs - left * 1_000, left === 1 ? "lastTick" : "tick"),
      );
      return [cue(0, "open"), ...ticks, cue(closesMs, "closed")];
    }
    case "result":
      return [cue(winnerMs, "hit")];
    default:
      return [];
  }
}

export interface AudibleScene extends Pick<Scene<unknown, unknown>, "pose" | "restsAfterMs"> {
  poseSounds(pose: unknown): PoseSounds;
  /** Sounds at fixed times in the phase, in addition to those of moving objects. */
  timedSounds?: ((view: Play) => readonly TimedSound[]) | undefined;
}

/** Poses are sampled on this grid of the phase, in ms, so that cues do not depend on when they are requested. */
const STEP_MS = 10;

/** A moving object's sounds between two steps: one for each mark it passed, at the interpolated time. */
function marksPassed(before: MovingSound, now: MovingSound, toMs: number): Cue[] {
  const rise = now.at - before.at;
  return now.marks
    .filter(({ past }) => before.at < past && now.at >= past)
    .map(({ past, sound, gain = 1, pan = now.pan }) => ({
      atMs: toMs - STEP_MS * ((now.at - past) / rise),
      sound,
      pan,
      gain,
    }));
}

/** A scene's sounds after one time in its phase and up to another, in ms. Consecutive spans return each sound once. */
export function sceneCues(scene: AudibleScene, view: Play, fromMs: number, toMs: number): Cue[] {
  const timed = (scene.timedSounds?.(view) ?? [])
    .filter(({ atMs }) => atMs > fromMs && atMs <= toMs)
    .map(({ gain = 1, ...sound }) => ({ ...sound, gain }));
  const last = Math.floor(Math.min(toMs, scene.restsAfterMs(view) + STEP_MS) / STEP_MS);
  const first = Math.max(0, Math.floor(fromMs / STEP_MS));
  if (last <= first) {
    return timed;
  }
  const cues: Cue[] = [...timed];
  const movingAt = (step: number) => scene.poseSounds(scene.pose(view, step * STEP_MS)).moving;
  let before = new Map(movingAt(first).map((moving) => [moving.id, moving]));
  for (let step = first + 1; step <= last; step += 1) {
    const moving = movingAt(step);
    for (const now of moving) {
      const earlier = before.get(now.id);
      cues.push(...(earlier === undefined ? [] : marksPassed(earlier, now, step * STEP_MS)));
    }
    before = new Map(moving.map((now) => [now.id, now]));
  }
  return cues.toSorted((a, b) => a.atMs - b.atMs);
}
