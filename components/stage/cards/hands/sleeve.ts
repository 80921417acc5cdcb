import type { Crease, Relief } from "./relief.ts";

/** Half the width of a sleeve at its end, and how far over the hand it and its cuff reach, in lengths of a hand. */
export const [SLEEVE_HALF, SLEEVE_ENDS, CUFF_ENDS] = [0.215, 0.12, 0.2] as const;
/** Half the width of a cuff: a little less than that of the sleeve. */
const CUFF_HALF = 0.202;
/** How much wider it grows with each length of a hand further up. */
const WIDENS = 0.075;

/** The cuff of a shirt, as far as it is seen. */
export const CUFF: Relief = {
  limbs: [{ from: [0, 0.4, 0], to: [0, -0.2, 0], radii: [CUFF_HALF, CUFF_HALF] }],
  creases: [],
};

/** A sleeve from the wrist, the origin, up an arm so long, in lengths of a hand. */
export function sleeveOf(length: number): Relief {
  const half = (up: number) => SLEEVE_HALF + WIDENS * up;
  const folds: Crease[] = [];
  for (let i = 0; 0.2 + i * 0.17 < length; i++) {
    const up = 0.2 + i * 0.17;
    const side = i % 2 ? 1 : -1;
    const wide = half(up);
    const slant = 0.1 + 0.05 * (i % 3);
    folds.push(
      {
        from: [side * wide * 1.05, -up],
        to: [-side * wide * (0.1 + 0.2 * (i % 3)), -up - slant],
        width: 0.035,
        height: -0.02,
      },
      {
        from: [side * wide, -up - 0.07],
        to: [-side * wide * 0.2, -up - slant - 0.06],
        width: 0.04,
        height: 0.016,
      },
    );
  }
  return {
    limbs: [{ from: [0, 0.4, 0], to: [0, -length, 0], radii: [half(-0.4), half(length)] }],
    creases: folds,
  };
}
