/** The part of the plate of the gate that every box shows: the first paint, and the table that takes over from it. */
export const GRID_FOCUS = { x: 0.6, y: 0.37, width: 0.68, height: 0.45 } as const;
