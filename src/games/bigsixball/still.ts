import type { Still } from "../contract.ts";
import { GRID_FOCUS } from "./grid.ts";

export const still: Still = { focus: GRID_FOCUS, matrix: [] };
