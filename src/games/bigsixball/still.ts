import type { Still } from "../../hud/still.ts";

export const still: Still = {
  focus: { x: 0.5, y: 0.5, width: 0.9, height: 0.46 },
  matrix: [],
};
