import type { Browser } from "playwright-core";
import { launchChromium } from "./chromium.ts";

/** With these, which automation sets, a hidden page lives on as if seen, and none is kept to be gone back to. */
const UNNATURAL = [
  "--disable-back-forward-cache",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

/** A Chromium that slows hidden pages down and keeps pages that were left, as a person's does. */
export function launchNaturalChromium(): Promise<Browser> {
  return launchChromium({ ignoreDefaultArgs: UNNATURAL });
}

/**
 * Opens a tab in front of all others, as a person does. By the browser's own command: a page that
 * Playwright holds believes for ever that it is the one in front.
 */
export async function openTab(browser: Browser, url: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send("Target.createTarget", { url });
  await session.detach();
}
