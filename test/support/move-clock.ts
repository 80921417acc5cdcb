import type { Page } from "playwright-core";
import type { LiveService } from "./live-service.ts";

/** Moves the service's clock, stops it, and makes every table on the page request the state, as after sleep. */
export async function moveClock(
  service: Pick<LiveService, "holdAt">,
  page: Page,
  nowMs: number,
): Promise<void> {
  service.holdAt(nowMs);
  for (const frame of page.frames()) {
    await frame.evaluate(() => window.dispatchEvent(new Event("online")));
  }
}
