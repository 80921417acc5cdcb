import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** A folder; where it is set, walks leave a picture of every step in it. */
const folder = process.env["TABLESIDE_PICTURES"];
const WIDTHS = [390, 1280];

/** Takes a step's picture as a phone and as a desk shows it, if anybody wants to look at them. */
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
