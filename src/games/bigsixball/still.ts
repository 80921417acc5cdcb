import type { Focus } from "../contract.ts";

/** The part of the gate's plate that every box shows, in the first paint and on the live table. */
export const still: Focus = { x: 0.6, y: 0.37, width: 0.68, height: 0.45 };
