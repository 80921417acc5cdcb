import { COLOURS } from "./game.ts";

/** The felt's layout, in millimetres from its centre, x to the right and y away from the viewer. */
export const felt = {
  /** The part of the master shot that every box shows in full, as fractions of its plate. */
  focus: { x: 0.5, y: 0.498, width: 0.86, height: 0.45, keepsFoot: true },
  ground: ["#17493a", "#0c2f26"],
  places: {
    dragon: { x: -118, y: 35, angle: 0 },
    tiger: { x: 118, y: 35, angle: 0 },
  },
  frames: [
    { emblem: "dragon", x: -118, y: 35, width: 112, height: 146, colour: COLOURS.dragon },
    { emblem: "tiger", x: 118, y: 35, width: 112, height: 146, colour: COLOURS.tiger },
  ],
  lozenge: { x: 0, y: 35, width: 92, height: 96 },
  mark: { x: 0, y: 35, width: 38 },
  /** The band of bets: adjacent cells between two arcs that sag towards the viewer. */
  band: {
    cells: [
      { market: "dragon", from: -205, to: -58 },
      { market: "tie", from: -58, to: 58 },
      { market: "tiger", from: 58, to: 205 },
    ],
    y: -44,
    height: 42,
    sag: 26,
  },
} as const;
