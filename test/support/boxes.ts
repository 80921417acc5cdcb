import type { Page } from "playwright-core";

/** Table frames, [width, height] in CSS pixels. The first is the smallest. */
export const TABLE_FRAMES = [
  [320, 213],
  [830, 553],
  [390, 260],
  [390, 700],
] as const;

/** An element's box, in CSS pixels, once the element exists. */
export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) {
    throw new Error(`${selector} is not displayed.`);
  }
  return box;
}
