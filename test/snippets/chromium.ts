import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

/** Starts the machine's own Chromium, which asks nobody on the network for anything. */
export function startChromium(): Promise<Browser> {
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
