import type { Page } from "playwright-core";
import type { LiveService } from "./live-service.ts";

/**
 * Moves the service's clock and has every table on the page ask anew, as after sleep: a phase comes when
 * the test wants it, however long a busy machine took to open the page.
 */
export async function moveOn(
  service: Pick<LiveService, "setNow">,
  page: Page,
  nowMs: number,
): Promise<void> {
  service.setNow(nowMs);
  for (const frame of page.frames()) {
    await frame.evaluate(() => window.dispatchEvent(new Event("online")));
  }
}
