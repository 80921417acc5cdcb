import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

/** Debian's Chromium, without what reaches for its maker's servers. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}
