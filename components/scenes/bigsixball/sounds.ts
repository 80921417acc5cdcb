import { BETS_MS } from "../../stage/bets/times.ts";
import type { Heard, HeardAt, Lasting, Moving, SoundMark } from "../../stage/heard.ts";
import type { Play } from "../../stage/scene.ts";
import { clamp01, lerp } from "../../stage/tracks.ts";
import { courseAt, GATE } from "./courses.ts";
import type { BallShown, RaceShown } from "./race-shown.ts";
import { touchOf } from "./touch.ts";

const LAMPS: readonly SoundMark[] = [0.5, 1.5, 2.5].map((past) => ({ past, sound: "lamp" }));
const OPENS: readonly SoundMark[] = [{ past: 0.02, sound: "gate" }];
const FLASH: readonly SoundMark[] = [{ past: 0.2, sound: "shutter" }];
/** The eye cannot tell: the camera on the line winds on. */
const DOUBT: readonly SoundMark[] = [
  { past: 0.1, sound: "shutter", gain: 0.6 },
  { past: 0.9, sound: "shutter", gain: 0.8 },
];
const TOUCH: readonly SoundMark[] = [{ past: 0.35, sound: "touch" }];
const PODIUM: readonly SoundMark[] = [{ past: 0.02, sound: "rise" }];
/** Along the course: 0 at the gate, 1 on the line. */
const RUN: readonly SoundMark[] = [
  // It comes to rest in its stall.
  { past: -0.002, sound: "touch", gain: 0.5 },
  { past: 0.004, sound: "launch" },
  { past: 1, sound: "finish" },
];
const UP: readonly SoundMark[] = [{ past: 0.995, sound: "step" }];
/** One that came from behind flies there like a comet. */
const LIKE_A_COMET: readonly SoundMark[] = [{ past: 0.02, sound: "finish" }, ...UP];
/** Where each step of the podium is, from the first place on. */
const STEPS = [0, -0.3, 0.3] as const;

/** With so little between the first two, in lengths of the course, the crowd is at its loudest; with so much it is calm. */
const [CLOSE, CLEAR] = [0.005, 0.03];
/** How far beyond the line balls roll on. */
const BEYOND = 0.07;

/** A ball so far beside what the camera looks at is heard at the edge, in widths of a ball. */
const ASIDE = 11;

/** Where on the screen a point is heard. */
const panOf = ({ x }: { x: number }, camera: RaceShown["camera"]): number =>
  Math.max(-0.8, Math.min(0.8, (x - camera.x) / ASIDE));

/** The crowd swells as the leaders come near the line, the more the closer they are; and cheers as the first is in. */
function crowdOf(balls: readonly BallShown[], celebration: number): number {
  const [first = 0, second = 0] = balls.map(({ at }) => at).toSorted((a, b) => b - a);
  const close = clamp01((CLEAR - (first - second)) / (CLEAR - CLOSE));
  if (first < 1) {
    return clamp01(first) ** 1.5 * lerp(0.2, 0.8, close);
  }
  return (1 - 0.55 * clamp01((first - 1) / BEYOND)) * (1 - 0.85 * celebration);
}

function rollingOf({ balls, camera }: RaceShown): Partial<Lasting> {
  const rolling = balls.filter(({ at, up }) => at > 0 && up === 0);
  const sum = rolling.reduce((total, { speed }) => total + speed, 0);
  const x = rolling.reduce((total, ball) => total + ball.x, 0) / Math.max(1, rolling.length);
  return {
    rolling: clamp01(sum / Math.max(1, balls.length)),
    pace: clamp01(sum / Math.max(1, rolling.length)),
    soft: rolling.filter(({ at }) => at >= 1).length / Math.max(1, rolling.length),
    pan: panOf({ x }, camera),
  };
}

function ballSounds(ball: BallShown, i: number, { camera, drama }: RaceShown): Moving[] {
  const { at, up, step } = ball;
  const flight = drama === "comeback" && step === 1 ? LIKE_A_COMET : UP;
  return [
    { id: `ball ${i}`, at, pan: panOf(ball, camera), marks: RUN },
    { id: `ball ${i} up`, at: up, pan: STEPS[step - 1] ?? 0, marks: flight },
  ];
}

/** What is heard of a race. */
export function heard(race: RaceShown): Heard {
  const { balls, lamps, gate, flash, podium, camera, celebration, course, dimming } = race;
  const touch = touchOf(balls);
  const isRun = balls.some(({ at }) => at > 0.01);
  const { path, length } = courseAt(course);
  const line = path.at(length);
  return {
    moving: [
      { id: "lamps", at: lamps.lit, pan: panOf(GATE, camera), marks: LAMPS },
      { id: "gate", at: gate, pan: panOf(GATE, camera), marks: OPENS },
      { id: "touch", at: touch.alpha, pan: panOf(touch, camera), marks: TOUCH },
      { id: "flash", at: flash, pan: panOf(line, camera), marks: FLASH },
      { id: "doubt", at: race.doubt, pan: panOf(line, camera), marks: DOUBT },
      { id: "podium", at: podium, pan: 0, marks: PODIUM },
      ...balls.flatMap((ball, i) => ballSounds(ball, i, race)),
    ],
    lasting: {
      ...rollingOf(race),
      crowd: isRun ? crowdOf(balls, celebration) : 0,
      tension: clamp01(2 * dimming),
    },
  };
}

/** What is heard of bets that are paid: chips, where somebody has won any. */
export function heardAt({ state, bets }: Play): HeardAt[] {
  const settledMs = bets?.settledMs ?? null;
  const isWon = bets?.spots.some(({ hasWon, total, own }) => hasWon && total.chips + own.chips > 0);
  return state.phase === "result" && settledMs !== null && isWon
    ? [{ atMs: settledMs + BETS_MS.paidAt, sound: "chips", pan: 0 }]
    : [];
}
