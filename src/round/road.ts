/** The scoreboards that the history of two sides is drawn on, in the order in which tables show them. */
export const ROADS = [
  "bead-plate",
  "big-road",
  "big-eye-boy",
  "small-road",
  "cockroach-pig",
] as const;
export type Road = (typeof ROADS)[number];
