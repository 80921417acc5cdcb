import type { Page } from "playwright-core";

/** Frames of tables, [width, height] in CSS pixels. The first is the smallest, with the least room. */
export const TABLE_FRAMES = [
  [320, 213],
  [830, 553],
  [390, 260],
  [390, 700],
] as const;

/** The box of an element, in CSS pixels, once it is there. */
export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) {
    throw new Error(`${selector} is not shown.`);
  }
  return box;
}
