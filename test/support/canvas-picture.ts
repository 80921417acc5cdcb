import type { Locator } from "playwright-core";

/** The maximum difference of two drawings of one picture, 0 to 255, since colours are rounded. */
export const ROUNDED = 3;

export async function pictureOf(canvas: Locator) {
  const { text, ...size } = await canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const copy = new OffscreenCanvas(width, height).getContext("2d", {
      willReadFrequently: true,
    }) as OffscreenCanvasRenderingContext2D;
    copy.drawImage(element, 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    let bytes = "";
    for (let i = 0; i < data.length; i += 8_192) {
      bytes += String.fromCharCode(...data.subarray(i, i + 8_192));
    }
    return { width, height, text: bytes };
  });
  // Red, green, blue and alpha of each pixel, 0 to 255.
  return { ...size, pixels: Buffer.from(text, "latin1") };
}

type CanvasPicture = Awaited<ReturnType<typeof pictureOf>>;

export function isSamePicture(one: CanvasPicture, other: CanvasPicture): boolean {
  return (
    one.width === other.width &&
    one.height === other.height &&
    one.pixels.every((value, i) => Math.abs(value - (other.pixels[i] as number)) <= ROUNDED)
  );
}
