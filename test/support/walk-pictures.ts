import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** If set, walks save a picture of every step in this folder. */
const folder = process.env["TABLESIDE_PICTURES"];
const WIDTHS = [390, 1280];

/** Saves a step's picture in phone and desktop size, if requested. */
export async function picture(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  if (folder === undefined || size === null) {
    return;
  }
  await mkdir(folder, { recursive: true });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize(size);
}
