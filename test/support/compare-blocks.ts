/* Compares screenshots in blocks, so that changed text counts however large the rest of the picture is. */

/** A block's side in pixels, about the width of a short word on a small table. */
const BLOCK_PX = 32;

interface Screenshot {
  readonly metadata: { readonly width: number; readonly height: number };
  /** Red, green, blue and alpha of each pixel, 0 to 255. */
  readonly data: Uint8Array | Uint8ClampedArray;
}

declare module "vitest/browser" {
  interface ScreenshotComparatorRegistry {
    /** `maxDifference` is the allowed mean difference of the colours in the worst block, 0 to 255. */
    blocks: { maxDifference: number };
  }
}

/** Passes if both have the same size and no block differs by more than `maxDifference`. */
export function compareBlocks(
  reference: Screenshot,
  actual: Screenshot,
  { maxDifference }: { readonly maxDifference: number },
): { pass: boolean; diff: null; message: string | null } {
  const { width, height } = reference.metadata;
  if (width !== actual.metadata.width || height !== actual.metadata.height) {
    return { pass: false, diff: null, message: "The picture size has changed." };
  }
  let worst = { difference: 0, x: 0, y: 0 };
  for (let y = 0; y < height; y += BLOCK_PX) {
    for (let x = 0; x < width; x += BLOCK_PX) {
      const difference = blockDifference(reference, actual, x, y);
      worst = difference > worst.difference ? { difference, x, y } : worst;
    }
  }
  const { difference, x, y } = worst;
  const pass = difference <= maxDifference;
  const message = `The block at ${x}, ${y} differs by ${difference.toFixed(2)} of 255 on average.`;
  return { pass, diff: null, message: pass ? null : message };
}

/** The mean difference of red, green and blue in the block whose top left corner is at x and y, 0 to 255. */
function blockDifference(a: Screenshot, b: Screenshot, x: number, y: number): number {
  const { width, height } = a.metadata;
  const [right, bottom] = [Math.min(x + BLOCK_PX, width), Math.min(y + BLOCK_PX, height)];
  let sum = 0;
  for (let row = y; row < bottom; row++) {
    for (let at = 4 * (row * width + x); at < 4 * (row * width + right); at++) {
      sum += Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0));
    }
  }
  return sum / (3 * BLOCK_PX ** 2);
}
