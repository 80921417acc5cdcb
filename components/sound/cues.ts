import type { BetTiming } from "../../src/games/timing.ts";
import { LAST_SECONDS } from "../../src/look/tokens.ts";
import type { Phase } from "../../src/round/phases.ts";
import type { Foley, Heard, HeardAt, Moving } from "../stage/heard.ts";
import type { Play } from "../stage/scene.ts";

/** What sounds once: foley of a scene, and the signals of every table. */
export type SoundName = Foley | "tick" | "lastTick" | "open" | "closed" | "hit";

/** A sound at a moment of its phase. */
export interface Cue {
  /** In ms of the phase. */
  atMs: number;
  sound: SoundName;
  /** From -1 at the left to 1 at the right. */
  pan: number;
  /** 1 for the strength that the sound is made for. */
  gain: number;
}

const cue = (atMs: number, sound: SoundName): Cue => ({ atMs, sound, pan: 0, gain: 1 });

/**
 * The signals of every table in a phase, in the order of their times: bets open, the last seconds, bets
 * close, the winner is seen, `winnerMs` into phase `result`.
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

/** A scene as far as it is heard. */
export interface AudibleScene {
  pose(view: Play, elapsedMs: number): unknown;
  restsAfterMs(view: Play): number;
  heard(pose: unknown): Heard;
  /** What is heard besides what moves, at its moment of the phase. Nothing when left out. */
  heardAt?: ((view: Play) => readonly HeardAt[]) | undefined;
}

/** The picture is listened to on this grid of its phase, in ms, so that cues do not depend on who asks when. */
const STEP_MS = 10;

/** The sounds of a thing between two steps: of each mark that it passed, where on the way it did. */
function marksPassed(before: Moving, now: Moving, untilMs: number): Cue[] {
  const rise = now.at - before.at;
  return now.marks
    .filter(({ past }) => before.at < past && now.at >= past)
    .map(({ past, sound, gain = 1, pan = now.pan }) => ({
      atMs: untilMs - STEP_MS * ((now.at - past) / rise),
      sound,
      pan,
      gain,
    }));
}

/**
 * The sounds of a scene from one moment of its phase to another, in ms, from all that is seen to pass a mark
 * in between. Spans that follow one another give each sound once.
 */
export function sceneCues(scene: AudibleScene, view: Play, fromMs: number, untilMs: number): Cue[] {
  const rare = (scene.heardAt?.(view) ?? [])
    .filter(({ atMs }) => atMs > fromMs && atMs <= untilMs)
    .map(({ gain = 1, ...cue }) => ({ ...cue, gain }));
  const last = Math.floor(Math.min(untilMs, scene.restsAfterMs(view) + STEP_MS) / STEP_MS);
  const first = Math.max(0, Math.floor(fromMs / STEP_MS));
  if (last <= first) {
    return rare;
  }
  const cues: Cue[] = [...rare];
  const listen = (step: number) => scene.heard(scene.pose(view, step * STEP_MS)).moving;
  let before = new Map(listen(first).map((moving) => [moving.id, moving]));
  for (let step = first + 1; step <= last; step += 1) {
    const moving = listen(step);
    for (const now of moving) {
      const was = before.get(now.id);
      cues.push(...(was === undefined ? [] : marksPassed(was, now, step * STEP_MS)));
    }
    before = new Map(moving.map((now) => [now.id, now]));
  }
  return cues.toSorted((a, b) => a.atMs - b.atMs);
}
