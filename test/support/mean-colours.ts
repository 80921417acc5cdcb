import type { Browser, Page } from "playwright-core";

/** Red, green and blue, 0 to 255. */
export type MeanColour = readonly [number, number, number];

/** An empty page of each browser, which reads all its pictures; it ends with the browser. */
const readers = new WeakMap<Browser, Promise<Page>>();

/** The mean colours of the cells of a grid over a PNG, row by row. */
export async function meanColours(
  browser: Browser,
  png: Uint8Array,
  { columns, rows }: { columns: number; rows: number },
): Promise<MeanColour[]> {
  const reader = readers.get(browser) ?? browser.newPage();
  readers.set(browser, reader);
  const page = await reader;
  return page.evaluate(
    async ([data, across, down]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const cells: [number, number, number][] = [];
      for (let i = 0; i < across * down; i++) {
        const from = (share: number, length: number) => Math.round(share * length);
        const [column, row] = [i % across, Math.floor(i / across)];
        const [x, y] = [from(column / across, image.width), from(row / down, image.height)];
        const width = from((column + 1) / across, image.width) - x;
        const height = from((row + 1) / down, image.height) - y;
        const pixels = context?.getImageData(x, y, width, height).data ?? new Uint8ClampedArray();
        const sum: [number, number, number] = [0, 0, 0];
        pixels.forEach((value, at) => {
          if (at % 4 < 3) {
            sum[at % 4] = (sum[at % 4] ?? 0) + value;
          }
        });
        cells.push(sum.map((total) => total / (width * height)) as [number, number, number]);
      }
      return cells;
    },
    [Buffer.from(png).toString("base64"), columns, rows] as const,
  );
}
