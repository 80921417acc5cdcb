import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";

/** A page, and what was seen of it so far. */
export interface WatchedPage {
  readonly page: Page;
  /** What went wrong in it: exceptions and errors on its console, such as violations of its policy. */
  readonly faults: string[];
  /** The addresses it asked for. */
  readonly asked: readonly string[];
}

let connected: Promise<Browser> | undefined;

/** The Chromium of the run. */
export function sharedBrowser(): Promise<Browser> {
  connected ??= chromium.connect(inject("chromiumAddress"));
  return connected;
}

/** For a page whose tables move, as most viewers see them. */
export const WITH_MOTION = { reducedMotion: "no-preference" } as const;

/**
 * Opens an empty page in a browser of its own memory; its caller closes it. Its tables show every
 * state at rest, unless `options` ask for motion: sixty pictures a second take half a core, and few tests
 * look at them.
 */
export async function patientPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: "reduce", ...options });
  // Ends what hangs: a busy machine may take its time, more than the half minute that Playwright gives.
  page.context().setDefaultTimeout(120_000);
  return page;
}

/** Opens an empty page that has seen nothing before, in a browser of its own memory. Ends with the test. */
export async function newPage(options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const page = await patientPage(await sharedBrowser(), options);
  onTestFinished(() => page.close());
  return watch(page);
}

/** Opens a page at an address. */
export async function openPage(
  address: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const watched = await newPage(options);
  await watched.page.goto(address);
  return watched;
}

/** Serves an empty page for each framed table: a table draws, and is looked at in tests of its own. */
export function withoutTables(page: Page): Promise<unknown> {
  const body = '<!doctype html><html lang="en"><title>A table</title>';
  return page.route("**/embed/**", (route) => route.fulfill({ contentType: "text/html", body }));
}

/** Writes down what goes wrong in a page from now on, and what it asks for. */
export function watch(page: Page): WatchedPage {
  const faults: string[] = [];
  const asked: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => asked.push(request.url()));
  return { page, faults, asked };
}
