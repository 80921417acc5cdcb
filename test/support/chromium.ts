import { chromium } from "playwright-core";
import type { Browser, LaunchOptions } from "playwright-core";

/** Debian's Chromium, without what reaches for its maker's servers. */
export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      ...(options.args ?? []),
    ],
  });
}
