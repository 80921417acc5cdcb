import type { Still } from "../../hud/still.ts";
import { GRID_FOCUS } from "./grid.ts";

export const still: Still = { focus: GRID_FOCUS, matrix: [] };
