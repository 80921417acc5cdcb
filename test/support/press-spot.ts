import type { Frame, FrameLocator, Locator, Page } from "playwright-core";
import type { LiveService } from "./live-service.ts";
import { moveClock } from "./move-clock.ts";

/**
 * Presses a table's spot with the keyboard, while bets are open at `nowMs`. The service's clock is stopped, but the
 * page's continues: on a busy machine bets would close before the page is open, so both are restarted here.
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
