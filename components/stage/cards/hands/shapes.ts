import { fingerOf, foldsOf } from "./finger.ts";
import type { Joints } from "./finger.ts";
import type { Crease, Limb, Place, Relief } from "./relief.ts";

/*
 * Gloved hands seen from above: the dealer's left one, which is on the right of the picture, its fingers towards
 * the viewer and its thumb towards the middle of the table. Lengths are those of a hand from its wrist, the
 * origin, to the tip of its middle finger.
 */

/** What a hand does. */
export type ShapeName = "flat" | "pinch" | "side";

interface Posture {
  /** Index, middle, ring and little finger. */
  fingers: readonly [Joints, Joints, Joints, Joints];
  /** Thumb, from the wrist. */
  thumb: Joints;
  /** The order in which fingers lie, lowest first; the thumb is 4. Left out are those that lie beneath what is held. */
  order: readonly number[];
}

const THICK = [0.071, 0.074, 0.071, 0.062] as const;

/** Where a glove is slack: across the wrist, and from the root of the thumb. */
const WRINKLES: readonly Crease[] = [
  { from: [-0.14, 0.23], to: [0.06, 0.27], width: 0.018, height: -0.012 },
  { from: [-0.04, 0.3], to: [0.15, 0.25], width: 0.016, height: -0.01 },
  { from: [-0.17, 0.27], to: [-0.08, 0.4], width: 0.02, height: -0.014 },
  { from: [0.12, 0.22], to: [0.17, 0.36], width: 0.018, height: -0.01 },
];

function reliefOf({ fingers, thumb, order }: Posture): Relief {
  const knuckles = fingers.map(([knuckle]) => knuckle);
  const wrist: Place = [0, 0, 0.02];
  const palm: Limb[] = [
    { from: [0, -0.3, -0.02], to: [0, 0.1, -0.04], radii: [0.15, 0.15] },
    ...knuckles.map((knuckle, i): Limb => ({
      from: [wrist[0] + (i - 1.5) * 0.042, 0.06, 0.03],
      to: knuckle,
      radii: [0.1, THICK[i] ? THICK[i] * 1.16 : 0.07],
      blend: 0.06,
    })),
  ];
  // Its ball grows out of the palm.
  const thumbLimbs = fingerOf(thumb, 0.076).map((limb, i) =>
    i < 2 ? { ...limb, blend: 0.07 } : limb,
  );
  const limbs = order.flatMap((i) => {
    const finger = fingers[i];
    return finger === undefined ? thumbLimbs : fingerOf(finger, THICK[i] ?? 0.06);
  });
  // Three raised seams on the back of a dress glove, between the knuckles, each with its stitches beside it.
  const seams = [0, 1, 2].flatMap((i): Crease[] => {
    const [one, other] = [knuckles[i], knuckles[i + 1]];
    if (!one || !other) {
      return [];
    }
    const [x, y] = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
    const [from, to] = [
      [x * 0.8, y * 0.56],
      [x * 0.94, y - 0.1],
    ] as const;
    return [
      { from, to, width: 0.008, height: 0.012 },
      {
        from: [from[0] + 0.013, from[1]],
        to: [to[0] + 0.013, to[1]],
        width: 0.006,
        height: -0.006,
      },
    ];
  });
  return {
    limbs: [...palm, ...limbs],
    creases: [
      ...fingers.flatMap((finger, i) => foldsOf(finger, THICK[i] ?? 0.06)),
      ...seams,
      ...WRINKLES,
    ],
  };
}

/** Laid on a card: fingers stretched side by side, the thumb at rest. */
const FLAT: Posture = {
  fingers: [
    [
      [-0.16, 0.46, 0.09],
      [-0.18, 0.66, 0.08],
      [-0.18, 0.79, 0.05],
      [-0.17, 0.88, 0.02],
    ],
    [
      [-0.05, 0.5, 0.1],
      [-0.05, 0.72, 0.09],
      [-0.05, 0.86, 0.06],
      [-0.04, 0.96, 0.02],
    ],
    [
      [0.07, 0.49, 0.09],
      [0.08, 0.69, 0.08],
      [0.09, 0.82, 0.05],
      [0.09, 0.91, 0.02],
    ],
    [
      [0.18, 0.43, 0.07],
      [0.21, 0.59, 0.06],
      [0.22, 0.69, 0.04],
      [0.22, 0.77, 0.01],
    ],
  ],
  thumb: [
    [-0.1, 0.1, 0.02],
    [-0.24, 0.27, 0.03],
    [-0.32, 0.39, 0.03],
    [-0.34, 0.5, 0.01],
  ],
  order: [4, 3, 2, 0, 1],
};

/** Fingers upon a card's edge, the outer ones curled; the thumb lies beneath the card (`THUMB`). */
const PINCH: Posture = {
  fingers: [
    [
      [-0.16, 0.46, 0.1],
      [-0.22, 0.64, 0.12],
      [-0.26, 0.76, 0.08],
      [-0.26, 0.85, 0.03],
    ],
    [
      [-0.04, 0.49, 0.11],
      [-0.09, 0.68, 0.13],
      [-0.13, 0.81, 0.08],
      [-0.14, 0.89, 0.02],
    ],
    [
      [0.07, 0.48, 0.1],
      [0.06, 0.64, 0.11],
      [0.04, 0.73, 0.04],
      [0.02, 0.77, 0.03],
    ],
    [
      [0.17, 0.43, 0.08],
      [0.18, 0.55, 0.07],
      [0.17, 0.61, 0.02],
      [0.15, 0.64, 0.03],
    ],
  ],
  thumb: [
    [-0.1, 0.1, 0.02],
    [-0.22, 0.28, 0.03],
    [-0.29, 0.45, 0.04],
    [-0.3, 0.62, 0.02],
  ],
  order: [3, 2, 1, 0],
};

/** On its outer edge, thumb up, hollow towards what it sweeps. */
const SIDE: Posture = {
  fingers: [
    [
      [-0.03, 0.45, 0.2],
      [-0.07, 0.65, 0.19],
      [-0.11, 0.78, 0.16],
      [-0.15, 0.87, 0.13],
    ],
    [
      [0.01, 0.47, 0.14],
      [-0.02, 0.69, 0.13],
      [-0.06, 0.84, 0.11],
      [-0.11, 0.93, 0.08],
    ],
    [
      [0.04, 0.46, 0.09],
      [0.03, 0.67, 0.08],
      [0, 0.81, 0.06],
      [-0.04, 0.9, 0.03],
    ],
    [
      [0.06, 0.42, 0.04],
      [0.08, 0.59, 0.03],
      [0.06, 0.7, 0.01],
      [0.03, 0.78, 0.03],
    ],
  ],
  thumb: [
    [-0.05, 0.12, 0.1],
    [-0.13, 0.3, 0.16],
    [-0.17, 0.43, 0.18],
    [-0.19, 0.53, 0.16],
  ],
  order: [3, 2, 1, 0, 4],
};

/** The thumb of the pinch, which lies beneath what that holds, and the ball of the hand out of which it grows. */
export const THUMB: Relief = { ...reliefOf({ ...PINCH, order: [4] }), creases: [] };

export const SHAPES: Readonly<Record<ShapeName, Relief>> = {
  flat: reliefOf(FLAT),
  pinch: reliefOf(PINCH),
  side: reliefOf(SIDE),
};
