import { get } from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { RunningService } from "../../support/running-service.ts";
import { pageOf } from "./bench-service.ts";
import { force } from "./renderer.ts";
import type { Renderer } from "./renderer.ts";

/** Bytes after gzip of what a browser loaded from the service, by kind. */
export interface Weight {
  html: number;
  js: number;
  /** All of it, icons and proofs included. */
  all: number;
  requests: number;
}

/** A first visit to one game and, with what the browser kept, one to a second. */
export interface Visit {
  untilDrawn: Weight;
  /** Until nothing more was asked for. */
  first: Weight;
  second: Weight;
}

/** How long a page is quiet before it counts as settled; the next phase is further off than this. */
const QUIET_MS = 1_000;

/** Looks at one game and then at another, in a browser that has seen neither. */
export async function visit(
  service: RunningService,
  browser: Browser,
  slugs: readonly [first: string, second: string],
  renderer: Renderer,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 830, height: 553 } });
  try {
    await force(renderer, context);
    const start = service.requests.length;
    const page = await openDrawn(context, pageOf(service, slugs[0]));
    const drawn = service.requests.length;
    await page.waitForTimeout(QUIET_MS);
    const settled = service.requests.length;
    // In a tab of its own, with the first one still there, as on a page with two tables.
    const other = await openDrawn(context, pageOf(service, slugs[1]));
    await other.waitForTimeout(QUIET_MS);
    const asked = service.requests.map(({ url }) => url);
    return {
      untilDrawn: await weigh(service, asked.slice(start, drawn)),
      first: await weigh(service, asked.slice(start, settled)),
      second: await weigh(service, asked.slice(settled)),
    };
  } finally {
    await context.close();
  }
}

/** What a page fetches that loads the element's script and shows no table yet. */
export async function visitWithoutTable(
  service: RunningService,
  browser: Browser,
): Promise<Weight> {
  const page = await browser.newPage();
  try {
    await page.goto(`${service.url}/healthz`);
    const start = service.requests.length;
    await page.addScriptTag({ type: "module", url: `${service.url}/game-table.js` });
    await page.waitForFunction(() => customElements.get("game-table") !== undefined);
    return await weigh(
      service,
      service.requests.slice(start).map(({ url }) => url),
    );
  } finally {
    await page.close();
  }
}

/** What the proof of a round costs a table that is drawn, when it is opened. */
export async function openProof(service: RunningService, browser: Browser): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 830, height: 553 } });
  try {
    const page = await openDrawn(context, pageOf(service, "baccarat"));
    await page.waitForTimeout(QUIET_MS);
    const start = service.requests.length;
    await page.locator('game-table [data-act="proof"]').click();
    await page.locator("game-table round-proof code").first().waitFor();
    return await weigh(
      service,
      service.requests.slice(start).map(({ url }) => url),
    );
  } finally {
    await context.close();
  }
}

async function openDrawn(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("game-table canvas").waitFor();
  return page;
}

/**
 * What a page asks for while time passes: how often hangs on how fast the machine is, and on the phase. A
 * page that is loaded brings its first state along.
 */
const PASSING = /\/api\/(current|results|schedule|stream)(\?|$)/;

/** What these addresses weigh, without what is asked for while time passes. */
export async function weigh(
  { url }: Pick<RunningService, "url">,
  paths: readonly string[],
): Promise<Weight> {
  const loaded = paths.filter((path) => !PASSING.test(path));
  const weight: Weight = { html: 0, js: 0, all: 0, requests: loaded.length };
  for (const path of loaded) {
    const bytes = await gzipped(url + path);
    weight.all += bytes;
    weight.js += path.endsWith(".js") ? bytes : 0;
    weight.html += /^\/embed\/\w+\/(\?|$)/.test(path) ? bytes : 0;
  }
  return weight;
}

/** How many bytes an answer's body has on its way to a client that takes gzip. */
export function gzipped(address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(address, { headers: { "accept-encoding": "gzip" } }, (answer) => {
    let bytes = 0;
    answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
    answer.on("end", () => resolve(bytes));
    answer.on("error", reject);
  }).on("error", reject);
  return promise;
}
