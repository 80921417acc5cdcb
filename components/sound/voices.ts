import type { SoundName } from "./cues.ts";

/** A sound part: a burst of filtered noise, or a tone. Pitches are in Hz. */
export interface Part {
  /** `noise` is band-passed and `low` is low-passed noise; the others are tones. */
  of: "noise" | "low" | "sine" | "triangle";
  hz: number;
  /** The pitch at the end; constant if omitted. */
  toHz?: number;
  /** Quality factor of the filter: higher is narrower. */
  q?: number;
  gain: number;
  atMs?: number;
  /** Fade-in time; without one the sound would click. */
  attackMs: number;
  decayMs: number;
}

const noise = (
  hz: number,
  toHz: number,
  gain: number,
  attackMs: number,
  decayMs: number,
): Part => ({
  of: "noise",
  hz,
  toHz,
  q: 0.9,
  gain,
  attackMs,
  decayMs,
});
const tone = (hz: number, gain: number, attackMs: number, decayMs: number): Part => ({
  of: "sine",
  hz,
  gain,
  attackMs,
  decayMs,
});
const later = (atMs: number, part: Part): Part => ({ ...part, atMs });

/** One clay chip ringing on another. */
const clay = (atMs: number, hz: number, gain: number): Part[] => [
  later(atMs, noise(hz * 1.3, hz, gain, 1, 18)),
  later(atMs, tone(hz, gain * 0.5, 1, 34)),
  later(atMs, tone(hz * 1.63, gain * 0.3, 1, 22)),
];
const wood = (hz: number, gain: number, decayMs: number): Part[] => [
  { ...noise(hz * 2.4, hz * 2, gain * 0.7, 1, 14), q: 2 },
  tone(hz, gain, 1.5, decayMs),
];

/** Each sound's parts, with gains for full volume. */
export const voices: Readonly<Record<SoundName, readonly Part[]>> = {
  // Paper on plastic as the card is drawn, then its back gliding on the felt.
  slide: [noise(2_400, 5_200, 0.2, 70, 90), later(60, noise(1_500, 900, 0.14, 60, 260))],
  land: [
    { of: "low", hz: 900, toHz: 260, gain: 0.5, attackMs: 2, decayMs: 60 },
    tone(128, 0.3, 3, 70),
    noise(3_600, 2_600, 0.12, 1, 26),
  ],
  creak: [{ ...noise(2_900, 2_100, 0.22, 2, 16), q: 3 }, tone(640, 0.018, 2, 14)],
  snap: [
    { ...noise(4_400, 2_800, 0.42, 1, 22), q: 1.4 },
    later(16, noise(1_900, 1_200, 0.3, 2, 46)),
    later(18, { of: "low", hz: 520, gain: 0.34, attackMs: 2, decayMs: 60 }),
  ],
  sweep: [noise(1_300, 700, 0.16, 120, 300)],
  chips: [...clay(0, 3_150, 0.2), ...clay(46, 3_520, 0.14), ...clay(78, 2_960, 0.1)],
  lamp: [tone(659, 0.16, 4, 190), tone(1_318, 0.05, 4, 120)],
  gate: [
    ...wood(210, 0.5, 110),
    later(24, { ...noise(1_400, 500, 0.3, 3, 160), q: 1.8 }),
    later(70, { of: "triangle", hz: 330, toHz: 610, gain: 0.07, attackMs: 4, decayMs: 200 }),
  ],
  launch: wood(330, 0.16, 50),
  touch: [tone(1_830, 0.09, 1, 40), tone(2_740, 0.06, 1, 28), noise(4_200, 3_000, 0.06, 1, 14)],
  finish: [noise(900, 3_200, 0.16, 50, 190), ...wood(260, 0.14, 70)],
  shutter: [noise(5_200, 4_200, 0.2, 1, 16), later(85, noise(3_600, 2_700, 0.16, 1, 24))],
  rise: [{ of: "low", hz: 160, toHz: 320, gain: 0.5, attackMs: 160, decayMs: 420 }],
  step: [tone(96, 0.4, 3, 120), noise(1_100, 500, 0.12, 2, 60)],
  tick: wood(1_180, 0.1, 36),
  lastTick: wood(1_580, 0.15, 60),
  open: [tone(587, 0.12, 8, 700), tone(880, 0.09, 8, 900), later(120, tone(1_175, 0.05, 8, 800))],
  closed: [...wood(190, 0.3, 90), tone(392, 0.13, 6, 800), tone(784, 0.04, 6, 500)],
  // A deep drum, with a chord above it.
  hit: [
    { of: "sine", hz: 118, toHz: 44, gain: 0.55, attackMs: 3, decayMs: 520 },
    { of: "low", hz: 1_400, toHz: 200, gain: 0.26, attackMs: 2, decayMs: 240 },
    tone(523, 0.09, 10, 1_300),
    tone(659, 0.08, 26, 1_400),
    later(40, tone(988, 0.05, 30, 1_600)),
  ],
};

/** Sounds that duck the sustained sounds. */
export const LOUD: ReadonlySet<SoundName> = new Set(["hit", "closed", "snap", "gate"]);
