import { chromium } from "playwright-core";
import type { Browser, LaunchOptions } from "playwright-core";
import { chromiumOptions } from "./chromium-options.ts";

/** Starts a headless Chromium. `more` adds to its arguments and sets other options. */
export function launchChromium(more: LaunchOptions = {}): Promise<Browser> {
  const args = [...chromiumOptions.args, ...(more.args ?? [])];
  return chromium.launch({ ...chromiumOptions, ...more, args });
}
