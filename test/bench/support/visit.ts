import { get } from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { slugs } from "../../../src/games/index.ts";
import type { RunningService } from "../../support/running-service.ts";
import { pageOf } from "./bench-service.ts";
import { force } from "./renderer.ts";
import type { Renderer } from "./renderer.ts";

/** Bytes after gzip that a browser loaded from the service, by kind. */
export interface Weight {
  html: number;
  js: number;
  /** The total, including icons and proofs. */
  all: number;
  requests: number;
}

export interface Visit {
  untilDrawn: Weight;
  /** Until no more requests follow. */
  first: Weight;
  /** Needed to draw the second game. */
  second: Weight;
  /** Loaded for the second game after it is drawn. */
  secondLater: Weight;
}

/** How long a page must be quiet to count as settled. The next phase is further away. */
const QUIET_MS = 1_000;

/**
 * The scripts that embed pages name, which are enough to draw a table. A fast machine requests the others before
 * the test notices that the table is drawn; a slow one long afterwards.
 */
async function namedBy(addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const pages = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
  return new Set(pages.flatMap((html) => html.match(/\/_astro\/[\w.-]+\.js/g) ?? []));
}

export async function visit(
  service: RunningService,
  browser: Browser,
  slugs: readonly [first: string, second: string],
  renderer: Renderer,
): Promise<Visit> {
  const named = await namedBy(slugs.map((slug) => pageOf(service, slug)));
  const isNeeded = (path: string) => !path.endsWith(".js") || named.has(path);
  const context = await browser.newContext({ viewport: { width: 830, height: 553 } });
  try {
    await force(renderer, context);
    const start = service.requests.length;
    const page = await openDrawn(context, pageOf(service, slugs[0]));
    const drawn = service.requests.length;
    // On a busy machine the page may seem quiet before it requests the files after the first frame.
    while (!service.requests.slice(start).some(({ url }) => /\/facts\./.test(url))) {
      await page.waitForTimeout(100);
    }
    await untilQuiet(service, page);
    const settled = service.requests.length;
    // In a second tab, with the first still open, as on a page with two tables.
    const other = await openDrawn(context, pageOf(service, slugs[1]));
    await untilQuiet(service, other);
    const asked = service.requests.map(({ url }) => url);
    const second = asked.slice(settled);
    return {
      untilDrawn: await weigh(service, asked.slice(start, drawn).filter(isNeeded)),
      first: await weigh(service, asked.slice(start, settled)),
      second: await weigh(service, second.filter(isNeeded)),
      secondLater: await weigh(
        service,
        second.filter((path) => !isNeeded(path)),
      ),
    };
  } finally {
    await context.close();
  }
}

export async function visitLobby(
  service: RunningService,
  browser: Browser,
  query: string,
): Promise<{ lobby: Weight; table: Weight }> {
  const named = await namedBy(slugs.map((slug) => pageOf(service, slug)));
  // The lobby has its own texts.
  const isNeeded = (path: string) => named.has(path) || path.includes("/lobby-");
  const context = await browser.newContext({ viewport: { width: 390, height: 700 } });
  try {
    const start = service.requests.length;
    const page = await context.newPage();
    await page.goto(`${service.url}/lobby/?key=${service.tableKey}${query}`);
    await page.waitForFunction(() => customElements.get("game-lobby") !== undefined);
    await page.waitForTimeout(QUIET_MS);
    const settled = service.requests.length;
    await page.locator("game-lobby .press").first().click();
    await page.locator("game-lobby game-table canvas").waitFor();
    const asked = service.requests.map(({ url }) => url);
    return {
      lobby: await weigh(service, asked.slice(start, settled)),
      table: await weigh(service, asked.slice(settled).filter(isNeeded)),
    };
  } finally {
    await context.close();
  }
}

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

/** Resolves once a page stops sending requests, even slowly on a busy machine. */
async function untilQuiet(service: RunningService, page: Page): Promise<void> {
  const count = () => service.requests.filter(({ url }) => !PASSING.test(url)).length;
  let before: number;
  do {
    before = count();
    await page.waitForTimeout(QUIET_MS);
  } while (count() > before);
}

async function openDrawn(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("game-table canvas").waitFor();
  return page;
}

/**
 * Requests that recur over time: their number depends on the machine's speed and the phase. A new page has its
 * first state included.
 */
const PASSING = /\/api\/(current|results|schedule|stream)(\?|$)/;

/** The weight of these addresses, without recurring requests. */
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
    weight.html += /^\/(embed\/\w+|lobby)\/(\?|$)/.test(path) ? bytes : 0;
  }
  return weight;
}

/** Bytes of a response's body when sent to a client that accepts gzip. */
export function gzipped(address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(address, { headers: { "accept-encoding": "gzip" } }, (response) => {
    let bytes = 0;
    response.on("data", (chunk: Buffer) => (bytes += chunk.length));
    response.on("end", () => resolve(bytes));
    response.on("error", reject);
  }).on("error", reject);
  return promise;
}
