import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";

let connected: Promise<Browser> | undefined;

export function sharedBrowser(): Promise<Browser> {
  connected ??= chromium.connect(inject("chromiumAddress"));
  return connected;
}

/** For a page whose tables move, as for most viewers. */
export const WITH_MOTION = { reducedMotion: "no-preference" } as const;

/** Opens a page, which the caller closes. By default tables are at rest: sixty frames a second take half a core. */
export async function patientPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: "reduce", ...options });
  // Ends a hanging test. A busy machine can need more than Playwright's default of half a minute.
  page.context().setDefaultTimeout(120_000);
  return page;
}

/** Opens an empty page in its own browser context, closed after the test. */
export async function newPage(options: BrowserContextOptions = {}) {
  const page = await patientPage(await sharedBrowser(), options);
  onTestFinished(() => page.close());
  return watch(page);
}

export async function openPage(address: string, options: BrowserContextOptions = {}) {
  const watched = await newPage(options);
  await watched.page.goto(address);
  return watched;
}

/** Records a page's requests and faults (exceptions and console errors) from now on. */
export function watch(page: Page) {
  const faults: string[] = [];
  const asked: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => asked.push(request.url()));
  return { page, faults, asked };
}
