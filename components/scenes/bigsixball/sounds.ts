import { BETS_MS } from "../../stage/bets/bets-pose.ts";
import { clamp01, lerp } from "../../stage/easing.ts";
import { PLATE, project } from "../../stage/plates.ts";
import type { Point3 } from "../../stage/plates.ts";
import type {
  PoseSounds,
  TimedSound,
  SustainedSounds,
  MovingSound,
  SoundMark,
} from "../../stage/scene-sounds.ts";
import type { Play } from "../../stage/scene.ts";
import type { RacePose } from "./pose.ts";
import { LAMPS, matrixIn } from "./shots.ts";

const LAMP_MARKS = LAMPS.map((_, index): SoundMark => ({ past: index + 0.5, sound: "lamp" }));
const GATE_MARKS: readonly SoundMark[] = [{ past: 0.02, sound: "gate" }];
const FLASH_MARKS: readonly SoundMark[] = [{ past: 0.2, sound: "shutter" }];
const TOUCH_MARKS: readonly SoundMark[] = [{ past: 0.35, sound: "touch" }];
const PODIUM_MARKS: readonly SoundMark[] = [
  { past: 0.02, sound: "rise" },
  { past: 0.95, sound: "step" },
];
/** Sounds by position along the course: 0 at the gate, 1 on the line. */
const RUN_MARKS: readonly SoundMark[] = [
  // A marble stops in its stall.
  { past: -0.002, sound: "touch", gain: 0.5 },
  { past: 0.004, sound: "launch" },
  { past: 1, sound: "finish" },
];

/** Gap between the first two at which the crowd is loudest, and from which it is calm, in lengths of the course. */
const CLOSE = 0.005;
const CLEAR = 0.03;
/** Distance that marbles roll beyond the line, in lengths of the course. */
const BEYOND = 0.07;

/** A picture point's stereo position, -1 to 1. */
function panAt({ shot }: RacePose, at: Point3 | null): number {
  if (at === null) {
    return 0;
  }
  const { x } = project(matrixIn(shot), at);
  return Math.max(-0.8, Math.min(0.8, (2 * x) / PLATE - 1));
}

/** The crowd's volume: it rises towards the line, more so in a close race, and peaks at the finish. */
function crowdVolume({ marbles, risen }: RacePose): number {
  const [first = 0, second = 0] = marbles.map(({ along }) => along).toSorted((a, b) => b - a);
  const close = clamp01((CLEAR - (first - second)) / (CLEAR - CLOSE));
  if (first < 1) {
    return clamp01(first) ** 1.5 * lerp(0.2, 0.8, close);
  }
  return (1 - 0.55 * clamp01((first - 1) / BEYOND)) * (1 - 0.85 * risen);
}

function rollingSounds(pose: RacePose): Partial<SustainedSounds> {
  const rolling = [...pose.marbles, ...(pose.pace ? [pose.pace] : [])].filter(
    ({ along }) => along > 0,
  );
  const sum = rolling.reduce((total, { speed }) => total + speed, 0);
  const pans = rolling.map(({ at }) => panAt(pose, at));
  return {
    rolling: clamp01(sum / Math.max(1, pose.marbles.length)),
    pace: clamp01(sum / Math.max(1, rolling.length)),
    soft: rolling.filter(({ along }) => along >= 1).length / Math.max(1, rolling.length),
    pan: pans.reduce((total, pan) => total + pan, 0) / Math.max(1, pans.length),
  };
}

export function poseSounds(pose: RacePose): PoseSounds {
  const { marbles, lamps, gate, flash, risen, touch, touchAt } = pose;
  const isRun = marbles.some(({ along }) => along > 0.01);
  return {
    moving: [
      { id: "lamps", at: lamps, pan: 0, marks: LAMP_MARKS },
      { id: "gate", at: gate, pan: 0, marks: GATE_MARKS },
      { id: "touch", at: touch, pan: panAt(pose, touchAt), marks: TOUCH_MARKS },
      { id: "flash", at: flash, pan: 0, marks: FLASH_MARKS },
      { id: "podium", at: risen, pan: 0, marks: PODIUM_MARKS },
      ...marbles.map(({ along, at }, i): MovingSound => ({
        id: `marble ${i}`,
        at: along,
        pan: panAt(pose, at),
        marks: RUN_MARKS,
      })),
    ],
    sustained: { ...rollingSounds(pose), crowd: isRun ? crowdVolume(pose) : 0, tension: 0 },
  };
}

export function timedSounds({ state, bets }: Play): TimedSound[] {
  const settledMs = bets?.settledMs ?? null;
  const isWon = bets?.spots.some(({ hasWon, total, own }) => hasWon && total.chips + own.chips > 0);
  return state.phase === "result" && settledMs !== null && isWon
    ? [{ atMs: settledMs + BETS_MS.paid.at, sound: "chips", pan: 0 }]
    : [];
}
