import { expect, test } from "vitest";
import { slugs } from "../../../src/games/index.ts";
import { newPage } from "../../support/browser-page.ts";
import { sharedLiveService } from "../../support/live-service.ts";
import { momentOf, pageOf } from "../../support/moments.ts";

const service = sharedLiveService(momentOf("baccarat", "betting", 500));

/** Runs in a page: records the canvas brightness in each frame after the first paint is removed, 0 to 255. */
function watchCanvas(): void {
  const levels: number[] = [];
  Object.assign(globalThis, { levels });
  const small = new OffscreenCanvas(8, 8).getContext("2d", { willReadFrequently: true });
  requestAnimationFrame(function look() {
    const table = document.querySelector("game-table");
    const canvas = table?.shadowRoot?.querySelector("canvas");
    if (canvas && small && !table?.querySelector("[slot=still]")) {
      small.drawImage(canvas, 0, 0, 8, 8);
      const { data } = small.getImageData(0, 0, 8, 8);
      levels.push(data.reduce((sum, value, i) => sum + (i % 4 < 3 ? value : 0), 0) / 192);
    }
    requestAnimationFrame(look);
  });
}

// Cause: the first paint was removed once there was a canvas, before the canvas had a plate.
test.each(slugs)(
  "the %s table never shows a blank canvas, even if only its first picture loads",
  async (slug) => {
    const { page } = await newPage();
    let refused = 0;
    await page.route(/\.avif$/, (route) => {
      if (/\/first\b/.test(route.request().url())) {
        return route.continue();
      }
      refused += 1;
      return route.abort();
    });
    await page.addInitScript(watchCanvas);
    await page.goto(pageOf(service(), slug));
    const read = () => page.evaluate(() => (globalThis as unknown as { levels: number[] }).levels);
    await expect.poll(async () => (await read()).length > 20 && refused > 2).toBe(true);
    expect(Math.min(...(await read()))).toBeGreaterThan(30);
  },
);
