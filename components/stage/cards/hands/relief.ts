/** A point over the paper: across, down, and up towards the eye. */
export type Place = readonly [x: number, y: number, z: number];

/** A limb, as a finger has three: round, and tapering from one end to the other. */
export interface Limb {
  from: Place;
  to: Place;
  /** Its radius at either end. */
  radii: readonly [number, number];
  /** How softly it grows out of the limbs before it; not at all when left out. */
  blend?: number;
  /** Whether another piece goes on where it ends, so that its height does not level out there. */
  goesOn?: boolean;
}

/** A fold or seam along a line: sunk below 0, raised above it. */
export interface Crease {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  /** Half its width. */
  width: number;
  height: number;
}

/** A body of limbs. All lengths are in one unit. */
export interface Relief {
  limbs: readonly Limb[];
  creases: readonly Crease[];
}

/** Where a relief lies on a grid of pixels: its unit of length and its origin, in pixels. */
export interface Grid {
  width: number;
  height: number;
  unit: number;
  x: number;
  y: number;
}

/** Heights of a body over each pixel, and which of them it covers. */
export interface HeightField extends Grid {
  heights: Float32Array;
  cover: Uint8Array;
}

/**
 * Calls back for each pixel around a line: its distance from the line, how far along it is, 0 to 1, and how far when it
 * is beyond an end, below 0 or above 1.
 */
function around(
  { width, height, unit, x, y }: Grid,
  { from, to }: { from: readonly number[]; to: readonly number[] },
  reach: number,
  visit: (at: number, distance: number, share: number, along: number) => void,
): void {
  const [fromX, fromY] = [x + (from[0] ?? 0) * unit, y + (from[1] ?? 0) * unit];
  const [toX, toY] = [x + (to[0] ?? 0) * unit, y + (to[1] ?? 0) * unit];
  const [dx, dy] = [toX - fromX, toY - fromY];
  const squared = dx * dx + dy * dy || 1;
  const left = Math.max(0, Math.floor(Math.min(fromX, toX) - reach));
  const right = Math.min(width - 1, Math.ceil(Math.max(fromX, toX) + reach));
  const top = Math.max(0, Math.floor(Math.min(fromY, toY) - reach));
  const foot = Math.min(height - 1, Math.ceil(Math.max(fromY, toY) + reach));
  for (let row = top; row <= foot; row++) {
    const py = row + 0.5 - fromY;
    for (let column = left; column <= right; column++) {
      const px = column + 0.5 - fromX;
      const along = (px * dx + py * dy) / squared;
      const share = along < 0 ? 0 : along > 1 ? 1 : along;
      const [ox, oy] = [px - share * dx, py - share * dy];
      const distance = ox * ox + oy * oy;
      if (distance < reach * reach) {
        visit(row * width + column, Math.sqrt(distance), share, along);
      }
    }
  }
}

function addLimb({ heights, cover, ...grid }: HeightField, limb: Limb): void {
  const { from, to, radii, blend = 0, goesOn = false } = limb;
  const { unit } = grid;
  const [thick, thinner] = [radii[0] * unit, (radii[1] - radii[0]) * unit];
  const [low, rise] = [from[2] * unit, (to[2] - from[2]) * unit];
  const soft = blend * unit;
  around(grid, limb, Math.max(...radii) * unit + 1, (at, distance, share, along) => {
    const radius = thick + thinner * share;
    if (distance >= radius + 0.5) {
      return;
    }
    // Softer than a round one: stuffed cloth gives at its seams.
    const arch = radius * Math.max(0, 1 - (distance / radius) ** 2) ** 0.68;
    const up = low + rise * (goesOn ? along : share) + arch;
    const before = heights[at] as number;
    // Rounded off where both are nearly as high.
    const near = before === 0 ? 0 : Math.max(0, soft - Math.abs(before - up));
    heights[at] = Math.max(before, up) + (near > 0 ? (near * near) / (4 * soft) : 0);
    cover[at] = 1;
  });
}

function addCrease({ heights, ...grid }: HeightField, crease: Crease): void {
  const [wide, high] = [crease.width * grid.unit, crease.height * grid.unit];
  around(grid, crease, 2.4 * wide, (at, distance, share) => {
    // It runs out at both ends.
    const part = Math.exp(-((distance / wide) ** 2)) * Math.sin(Math.PI * (0.08 + 0.84 * share));
    heights[at] = (heights[at] as number) + high * part;
  });
}

/** Lays a body over a grid of pixels. */
export function heightField({ limbs, creases }: Relief, grid: Grid): HeightField {
  const pixels = grid.width * grid.height;
  const field = { ...grid, heights: new Float32Array(pixels), cover: new Uint8Array(pixels) };
  for (const limb of limbs) {
    addLimb(field, limb);
  }
  for (const crease of creases) {
    addCrease(field, crease);
  }
  return field;
}
