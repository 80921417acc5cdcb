import type { Frame, FrameLocator, Locator, Page } from "playwright-core";
import type { LiveService } from "./live-service.ts";
import { moveClock } from "./move-clock.ts";

/**
 * Presses a spot while bets are open at `nowMs`. Resets both clocks, since bets might close before a page has opened.
 */
export async function pressSpot(
  service: Pick<LiveService, "holdAt">,
  page: Page,
  frame: Frame | FrameLocator | Locator,
  spot: string,
  nowMs: number,
): Promise<void> {
  await moveClock(service, page, nowMs);
  await frame.locator(`[data-spot=${spot}][aria-disabled=false]`).press("Enter");
}
