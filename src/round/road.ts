/** The scoreboards of games with two sides, in display order. */
export const ROADS = [
  "bead-plate",
  "big-road",
  "big-eye-boy",
  "small-road",
  "cockroach-pig",
] as const;
export type Road = (typeof ROADS)[number];
