/**
 * The places of things on the felt: millimetres from its middle, x to the right and y away from the viewer. A hand's cards
 * go from the middle of the table outwards, with the third one across beneath them.
 */
export const felt = {
  /** What of the master shot every box shows in full, as shares of its plate. */
  focus: { x: 0.5, y: 0.607, width: 0.86, height: 0.46 },
  ground: ["#1b3a5c", "#0f2440"],
  places: {
    player0: { x: -70, y: 50, angle: 0 },
    player1: { x: -166, y: 50, angle: 0 },
    player2: { x: -118, y: -66, angle: 90 },
    banker0: { x: 70, y: 50, angle: 0 },
    banker1: { x: 166, y: 50, angle: 0 },
    banker2: { x: 118, y: -66, angle: 90 },
  },
  /** Frames around the places, each with the emblem in it. */
  frames: [
    { emblem: "player", x: -118, y: 50, width: 208, height: 142, fill: "#1e3f7c" },
    { emblem: "banker", x: 118, y: 50, width: 208, height: 142, fill: "#7e2230" },
  ],
  lozenge: null,
  /** The band of bets: cells from edge to edge, between two arcs that sag towards the viewer. */
  band: {
    cells: [
      { market: "player", from: -214, to: -58 },
      { market: "tie", from: -58, to: 58 },
      { market: "banker", from: 58, to: 214 },
    ],
    y: -120,
    height: 38,
    sag: 12,
  },
} as const;
