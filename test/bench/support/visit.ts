import { get } from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { slugs } from "../../../src/games/index.ts";
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
  /** What the second game needs to be drawn. */
  second: Weight;
  /** What is added to the second game once it is drawn. */
  secondLater: Weight;
}

/** How long a page is quiet before it counts as settled; the next phase is further off than this. */
const QUIET_MS = 1_000;

/**
 * The scripts that embed pages name: a table is drawn by them alone. A fast machine asks for the others, which are added
 * to it, before anybody can say that it is drawn; a slow one long after that.
 */
async function namedBy(addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const pages = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
  return new Set(pages.flatMap((html) => html.match(/\/_astro\/[\w.-]+\.js/g) ?? []));
}

/** Looks at one game and then at another, in a browser that has seen neither. */
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
    // A busy machine asks so late for what comes after the first frame that the page seemed quiet before.
    while (!service.requests.slice(start).some(({ url }) => /\/facts\./.test(url))) {
      await page.waitForTimeout(100);
    }
    await untilQuiet(service, page);
    const settled = service.requests.length;
    // In a tab of its own, with the first one still there, as on a page with two tables.
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

/** What a lobby costs until a table is opened, and then that table. */
export async function visitLobby(
  service: RunningService,
  browser: Browser,
  query: string,
): Promise<{ lobby: Weight; table: Weight }> {
  const named = await namedBy(slugs.map((slug) => pageOf(service, slug)));
  // Its words are of its own.
  const isNeeded = (path: string) => named.has(path) || path.includes("/lobby-");
  const context = await browser.newContext({ viewport: { width: 390, height: 700 } });
  try {
    const start = service.requests.length;
    const page = await context.newPage();
    await page.goto(`${service.url}/lobby/?key=${service.demoKey}${query}`);
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

/** Resolves once a page has asked for nothing more, however slowly it does on a busy machine. */
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
    weight.html += /^\/(embed\/\w+|lobby)\/(\?|$)/.test(path) ? bytes : 0;
  }
  return weight;
}

/** How many bytes an answer's body has on its way to a client that takes gzip. */
export function gzipped(address: string): Promise<number> {
  return encodedBytes(address, "gzip");
}

function encodedBytes(address: string, encoding: "br" | "gzip"): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(address, { headers: { "accept-encoding": encoding } }, (answer) => {
    let bytes = 0;
    answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
    answer.on("end", () => resolve(bytes));
    answer.on("error", reject);
  }).on("error", reject);
  return promise;
}
