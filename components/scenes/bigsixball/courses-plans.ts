import type { Piece } from "./path.ts";

/** What balls meet on a section: a bowl that they circle in, the tube that leads out of it, pegs, a drop, a neck. */
export type Feature = "bowl" | "tube" | "pegs" | "drop" | "neck";

/** A part of a course: a length of one bend, half as wide as `half`, run at `pace` times the usual speed. */
export interface Section {
  piece: Piece;
  half: number;
  pace: number;
  feature?: Feature;
}

/** Half the width of a course at its gate and its line; and what is usual. */
export const WIDE = 3.9;
const USUAL = 2.3;

const straight = (length: number, more: Partial<Section> = {}): Section => ({
  piece: [length, 0],
  half: USUAL,
  pace: 1,
  ...more,
});

/** So many degrees to the right, around a circle of a radius. */
const bend = (degrees: number, radius: number, more: Partial<Section> = {}): Section => {
  const turn = (degrees * Math.PI) / 180;
  return { piece: [Math.abs(turn) * radius, turn], half: USUAL, pace: 0.94, ...more };
};

const gate = straight(14, { half: WIDE, pace: 0.85 });
const pegs = (length: number) => straight(length, { half: 3.3, feature: "pegs", pace: 0.74 });
const drop = (length: number) => straight(length, { feature: "drop", pace: 1.3 });
/** So narrow that balls come out of it one after another. */
const neck = (length: number, pace: number) =>
  straight(length, { half: 1.15, pace, feature: "neck" });
/** The last bend and the straight to the line, which is as wide as the gate: whoever is behind can pass. */
const home = (radius: number): Section[] => [
  bend(-180, radius),
  straight(29, { half: WIDE, pace: 1.12 }),
];

/** Around a bowl and down its middle, in quarters of a turn. */
const bowl: Section[] = [4.9, 4.5, 4, 3.4, 2.8, 2.2].map((radius, i) =>
  bend(90, radius, { half: 0.85, pace: 1 + i * 0.05, feature: "bowl" }),
);

/** The courses, from the gate on. */
export const plans: readonly (readonly Section[])[] = [
  // Around the bowl, through a tube, over pegs and down.
  [
    gate,
    straight(9.8),
    straight(8, { half: 0.9 }),
    ...bowl,
    straight(6.4, { half: 0.85, pace: 1.15, feature: "tube" }),
    bend(-51.3, 4, { half: 1.7 }),
    bend(51.3, 4),
    pegs(8),
    drop(6.29),
    ...home(5),
  ],
  // A wave, a hairpin, pegs, and a drop through a neck into more of them.
  [
    gate,
    straight(3.8),
    bend(45, 5),
    bend(-45, 5),
    bend(-45, 5),
    bend(45, 5),
    straight(2.86),
    bend(180, 5),
    straight(0.5),
    pegs(8),
    drop(5.5),
    neck(5.5, 0.88),
    straight(2),
    pegs(5.5),
    straight(2.5),
    ...home(5),
  ],
  // Pegs at once, a drop out of the hairpin, and a wave through a neck.
  [
    gate,
    straight(4),
    pegs(8),
    straight(7.8),
    bend(180, 5),
    drop(7),
    bend(-42, 4.5),
    bend(42, 4.5),
    neck(6, 0.86),
    bend(42, 4.5),
    bend(-42, 4.5),
    straight(3.46),
    ...home(5),
  ],
  // A snake, a wide hairpin, a drop into a neck, and pegs.
  [
    gate,
    straight(2.8),
    bend(90, 3.25, { half: 1.9 }),
    bend(-90, 3.25, { half: 1.9 }),
    bend(-90, 3.25, { half: 1.9 }),
    bend(90, 3.25, { half: 1.9 }),
    straight(4),
    bend(180, 5.65),
    drop(7),
    neck(6, 0.9),
    straight(3),
    pegs(8),
    straight(4.5),
    ...home(4.35),
  ],
];
