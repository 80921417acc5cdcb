import { expect, test } from "vitest";
import { newPage } from "../../support/browser-page.ts";
import { sharedLiveService } from "../../support/live-service.ts";
import { momentOf } from "../../support/moments.ts";

const service = sharedLiveService(momentOf("dragontiger", "betting", 1_000));

// Cause: a permanent drawing failure left a black box, without notice to players or the page.
test("a table that cannot be drawn describes each state in text", async () => {
  const { holdAt, url, tableKey } = service();
  const { page } = await newPage({ viewport: { width: 830, height: 553 } });
  await page.addInitScript(() => {
    const errors: unknown[] = [];
    Object.assign(window, { errors });
    addEventListener(
      "error",
      (event) => errors.push((event as unknown as CustomEvent<unknown>).detail),
      true,
    );
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (...args: unknown[]) {
      if (this.canvas.isConnected) {
        throw new TypeError("no picture");
      }
      Reflect.apply(drawImage, this, args);
    };
  });
  await page.goto(`${url}/embed/dragontiger/?key=${tableKey}&lang=en`);
  await page.waitForFunction(() => (window as unknown as { errors: unknown[] }).errors.length > 1);
  const words = page.locator("game-table .poster");
  await words.waitFor();
  expect(await page.locator("game-table .stage canvas").count()).toBe(0);
  holdAt(momentOf("dragontiger", "result", 3_500));
  await words.filter({ hasText: /wins|tie/i }).waitFor();
  const errors = await page.evaluate(() => (window as unknown as { errors: unknown[] }).errors);
  expect(errors).toEqual([
    { code: "picture", detail: "The table is drawn again after an error: TypeError: no picture" },
    { code: "picture", detail: "The table is shown as text after an error: TypeError: no picture" },
  ]);
});
