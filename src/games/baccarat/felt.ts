import { COLOURS } from "./game.ts";

/**
 * The felt's layout, in millimetres from its centre, x to the right and y away from the viewer. A hand's cards go from
 * the middle of the table outwards, with the third one sideways beneath them.
 */
export const felt = {
  /** The part of the master shot that every box shows in full, as fractions of its plate. */
  focus: { x: 0.5, y: 0.5385, width: 0.78, height: 0.455, keepsFoot: true },
  ground: ["#1b3a5c", "#0f2440"],
  places: {
    player0: { x: -66, y: 40, angle: 0 },
    player1: { x: -162, y: 40, angle: 0 },
    player2: { x: -114, y: -77, angle: 90 },
    banker0: { x: 66, y: 40, angle: 0 },
    banker1: { x: 162, y: 40, angle: 0 },
    banker2: { x: 114, y: -77, angle: 90 },
  },
  frames: [
    { emblem: "player", x: -114, y: 40, width: 202, height: 140, colour: COLOURS.player },
    { emblem: "banker", x: 114, y: 40, width: 202, height: 140, colour: COLOURS.banker },
    { emblem: null, x: -114, y: -77, width: 136, height: 92 },
    { emblem: null, x: 114, y: -77, width: 136, height: 92 },
  ],
  lozenge: null,
  mark: { x: 0, y: -77, width: 58 },
  /** The band of bets: adjacent cells between two arcs that sag towards the viewer. */
  band: {
    cells: [
      { market: "player", from: -214, to: -58 },
      { market: "tie", from: -58, to: 58 },
      { market: "banker", from: 58, to: 214 },
    ],
    y: -124,
    height: 38,
    sag: 12,
  },
} as const;
