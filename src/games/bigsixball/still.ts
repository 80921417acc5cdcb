import type { Still } from "../contract.ts";

/** The part of the gate's plate that every box shows, in the first paint and on the live table. */
export const GRID_FOCUS = { x: 0.6, y: 0.37, width: 0.68, height: 0.45 } as const;

export const still: Still = { focus: GRID_FOCUS, matrix: [] };
