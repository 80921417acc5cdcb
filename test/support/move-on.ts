import type { Page } from "playwright-core";
import type { LiveService } from "./live-service.ts";

/**
 * Moves the service's clock and has every table on the page ask again, as after sleep. There it stands: a
 * phase comes when the test wants it and stays, however long a busy machine takes to open a page or to
 * look at it.
 */
export async function moveOn(
  service: Pick<LiveService, "holdAt">,
  page: Page,
  nowMs: number,
): Promise<void> {
  service.holdAt(nowMs);
  for (const frame of page.frames()) {
    await frame.evaluate(() => window.dispatchEvent(new Event("online")));
  }
}
