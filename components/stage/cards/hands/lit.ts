import type { HeightField } from "./relief.ts";

/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

/** What a body is made of: its colours from where no light falls on it to where it falls straight. */
export type Cloth = readonly [dark: Rgb, half: Rgb, lit: Rgb];

/** Worn cotton, cool in the shade and warm under the lamp; the starched linen of a cuff, which is whiter; and a black jacket. */
export const COTTON: Cloth = [
  [46, 44, 56],
  [160, 153, 148],
  [246, 239, 225],
];
export const LINEN: Cloth = [
  [96, 100, 114],
  [190, 190, 194],
  [252, 248, 240],
];
export const BLACK: Cloth = [
  [5, 6, 9],
  [26, 29, 35],
  [98, 106, 120],
];

/** So many shades of a cloth are told apart. */
const SHADES = 256;

/** The shades of a cloth from dark to lit, three numbers each. */
function shadesOf([dark, half, lit]: Cloth): Uint8ClampedArray {
  const shades = new Uint8ClampedArray(3 * SHADES);
  for (let i = 0; i < SHADES; i++) {
    const share = (2 * i) / (SHADES - 1);
    const [from, to, part] = share < 1 ? [dark, half, share] : [half, lit, share - 1];
    for (let channel = 0; channel < 3; channel++) {
      const [start, end] = [from[channel] ?? 0, to[channel] ?? 0];
      shades[3 * i + channel] = start + (end - start) * part;
    }
  }
  return shades;
}

/** The mean height over a box around each pixel. */
function meansOver({ width, height, heights }: HeightField, reach: number): Float32Array {
  // Sums over all that lies above and to the left.
  const row = width + 1;
  const sums = new Float64Array(row * (height + 1));
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += heights[y * width + x] as number;
      sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] as number) + sum;
    }
  }
  const means = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, foot] = [Math.max(0, y - reach) * row, Math.min(height, y + reach + 1) * row];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum =
        (sums[foot + right] as number) -
        (sums[foot + left] as number) -
        (sums[top + right] as number) +
        (sums[top + left] as number);
      means[y * width + x] = (sum * row) / ((foot - top) * (right - left));
    }
  }
  return means;
}

/** How much brighter than the next a thread is, and how many there are in a length of a hand. */
const [WOVEN, THREADS] = [0.018, 74];

/** How far around a hollow what stands higher takes its light, in lengths of a hand, and how much of it. */
const [NEAR, DEEP] = [0.055, 1.15];

/** How high the lamp stands, as a share of straight above. */
const LAMP_HIGH = 0.72;

/**
 * Lights a body: by a lamp in direction `lamp` (radians clockwise from the right), by the room above, and less
 * where other parts of it stand around. Fills `pixels`: red, green, blue and opacity of each.
 */
export function light(
  field: HeightField,
  cloth: Cloth,
  lamp: number,
  pixels: Uint8ClampedArray,
): void {
  const { width, height: rows, unit, cover } = field;
  const shades = shadesOf(cloth);
  // Where one limb lies over another there would be steps.
  const smooth = meansOver(field, 1);
  const around = meansOver(field, Math.max(1, Math.round(NEAR * unit)));
  const aside = Math.sqrt(1 - LAMP_HIGH ** 2);
  const [lampX, lampY] = [Math.cos(lamp) * aside, Math.sin(lamp) * aside];
  const weave = (Math.PI * THREADS) / unit;
  for (let y = 1; y < rows - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (cover[at] === 0) {
        continue;
      }
      const here = smooth[at] as number;
      // Over its edge there is nothing to lean on: it leans as it does just within.
      const height = (beside: number) => (cover[beside] === 0 ? here : (smooth[beside] as number));
      const dx = (height(at + 1) - height(at - 1)) / 2;
      const dy = (height(at + width) - height(at - width)) / 2;
      const upright = 1 / Math.sqrt(dx * dx + dy * dy + 1);
      const facing = (LAMP_HIGH - dx * lampX - dy * lampY) * upright;
      // Fibres scatter: light runs on a little around an edge.
      const straight = Math.max(0, (facing + 0.25) / 1.25);
      const hollow = Math.max(0, ((around[at] as number) - here) / (0.05 * unit));
      const thread = 1 + WOVEN * Math.sin(weave * (x + y)) * Math.sin(weave * (x - y));
      const brightness =
        ((0.1 + 0.27 * upright + 0.68 * straight * straight) * thread) / (1 + DEEP * hollow);
      const shade = 3 * Math.round(Math.min(1, brightness) * (SHADES - 1));
      pixels[4 * at] = shades[shade] as number;
      pixels[4 * at + 1] = shades[shade + 1] as number;
      pixels[4 * at + 2] = shades[shade + 2] as number;
      pixels[4 * at + 3] = 255;
    }
  }
}
