import type { Page } from "playwright-core";

/** Frames that tables are shown in, [width, height] in CSS pixels. The first is the smallest: it has the least room. */
export const TABLE_FRAMES = [
  [320, 213],
  [830, 553],
  [390, 260],
  [390, 700],
] as const;

/** Where an element is, in CSS pixels. Waits for it. @throws Error when it is not shown. */
export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) {
    throw new Error(`${selector} is not shown.`);
  }
  return box;
}
