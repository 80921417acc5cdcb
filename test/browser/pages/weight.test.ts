import { get } from "node:http";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { build } from "vite";
import type { Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scriptTexts } from "../../../src/build/script-texts.ts";
import { slugs } from "../../../src/games/index.ts";
import { langs } from "../../../src/i18n/langs.ts";
import { benchService, momentOf, pageOf } from "../../bench/support/bench-service.ts";
import { force } from "../../bench/support/renderer.ts";
import type { Renderer } from "../../bench/support/renderer.ts";
import { newPage, sharedBrowser } from "../../support/browser-page.ts";
import type { RunningService } from "../../support/running-service.ts";

/** Bytes after gzip that a browser loaded from the service, by kind. */
interface Weight {
  html: number;
  js: number;
  /** The total, including icons and proofs. */
  all: number;
  requests: number;
}

interface Visit {
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

async function visit(
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

async function visitLobby(
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

async function visitWithoutTable(service: RunningService, browser: Browser): Promise<Weight> {
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
async function weigh(
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
function gzipped(address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(address, { headers: { "accept-encoding": "gzip" } }, (response) => {
    let bytes = 0;
    response.on("data", (chunk: Buffer) => (bytes += chunk.length));
    response.on("end", () => resolve(bytes));
    response.on("error", reject);
  }).on("error", reject);
  return promise;
}

/* The maximum weight of a table, in bytes after gzip, the same on every machine. */
const KB = 1_000;
const PAGE = 14 * KB;
const SCRIPTS_UNTIL_DRAWN = 150 * KB;
/** All pictures of a game with the code that draws them; they are cached for ever. */
const GAME = 1_500 * KB;
const SECOND_GAME_SCRIPTS = 24 * KB;
/** Includes the times of a race's result, which everything around the picture needs. */
const ELEMENT_WITHOUT_PIXI = 38.8 * KB;
const LOBBY = 40 * KB;

let service: RunningService;
beforeAll(async () => {
  service = await benchService();
  // Stopped as bets open, so that no phase changes during the test. The clock of a page keeps running: near the end of
  // the betting, a busy machine drew the race too late to load what comes while bets are open.
  service.holdAt(momentOf("bigsixball", "betting", 500, 1));
});
afterAll(() => service.end());

test("a first visit to the heaviest game stays within its download limit", async () => {
  const visited = ["bigsixball", "baccarat"] as const;
  const seen = await visit(service, await sharedBrowser(), visited, "chosen");
  expect(seen.untilDrawn.js).toBeLessThanOrEqual(SCRIPTS_UNTIL_DRAWN);
  expect(seen.first.all).toBeLessThanOrEqual(GAME);
  expect(seen.second.js + seen.secondLater.js).toBeLessThanOrEqual(SECOND_GAME_SCRIPTS);
  expect(seen.second.all + seen.secondLater.all).toBeLessThanOrEqual(GAME);
});

// Cause: scripts for WebGL grew to 160 KB.
test.each(slugs.flatMap((slug) => ["webgl", "canvas"].map((renderer) => ({ slug, renderer }))))(
  "a page of $slug drawn by $renderer stays within its download limit",
  async ({ slug, renderer }) => {
    const html = await (await fetch(pageOf(service, slug))).text();
    const listed = (name: string): string[] =>
      new RegExp(`<meta name="${name}" content="([^"]+)"`).exec(html)?.[1]?.split(" ") ?? [];
    const own = [...html.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, src]) => src ?? "");
    const chunks = [...listed("modules"), ...listed(`modules-${renderer}`)];
    expect(chunks.length).toBeGreaterThan(5);
    const { js } = await weigh(service, [...own, ...chunks]);
    expect(js).toBeLessThanOrEqual(SCRIPTS_UNTIL_DRAWN);
  },
);

// A needed script that no page lists would count for nothing above.
test.each(slugs)("the page of %s lists all scripts that draw its table", async (slug) => {
  const address = pageOf(service, slug);
  const html = await (await fetch(address)).text();
  const { page } = await newPage();
  await page.route(/\/_astro\/.*\.js$/, (route) =>
    html.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  );
  await page.goto(address);
  await expect.poll(() => page.locator("game-table canvas").count()).toBe(1);
});

test("the element downloads no drawing code until it shows a table", async () => {
  const bare = await visitWithoutTable(service, await sharedBrowser());
  expect(bare.js).toBeGreaterThan(0);
  expect(bare.js).toBeLessThanOrEqual(ELEMENT_WITHOUT_PIXI);
});

// Thai is the heaviest language.
test.each([["Thai", "&lang=th"]])(
  "a lobby in %s stays within its download limit",
  async (_, query) => {
    const { lobby, table } = await visitLobby(service, await sharedBrowser(), query);
    expect(lobby.js).toBeGreaterThan(0);
    expect(lobby.html).toBeGreaterThan(0);
    expect(lobby.all).toBeLessThanOrEqual(LOBBY);
    expect(table.js).toBeGreaterThan(LOBBY);
    expect(table.js).toBeLessThanOrEqual(SCRIPTS_UNTIL_DRAWN);
  },
);

test.each(slugs)("the page of %s fits one round trip in every language", async (slug) => {
  service.holdAt(momentOf(slug, "waiting", 0));
  for (const lang of langs) {
    const bytes = await gzipped(pageOf(service, slug, `&lang=${lang}`));
    expect(bytes, `in ${lang}`).toBeLessThanOrEqual(PAGE);
  }
});

// The cost of an entry of the package for a page; the element's chunks are those above.
test.each([
  ["createTable", "components/kit/index.ts", 3 * KB],
  ["lobby", "components/kit/lobby.ts", 1 * KB],
  ["client", "src/kit/client.ts", 4 * KB],
  ["settlement", "src/kit/settle.ts", 4 * KB],
  ["verifier", "src/kit/verify.ts", 46 * KB],
  ["webhook parser", "src/kit/webhooks.ts", 2 * KB],
])("the download of the package's %s stays within its limit", async (_, entry, limit) => {
  expect(await sizeOf([entry])).toBeLessThanOrEqual(limit);
});

/** The size of modules with all their imports, bundled and minified, in bytes after gzip. */
async function sizeOf(modules: readonly string[]): Promise<number> {
  const entry = "virtual:all";
  const exports = modules.map((module) => {
    const path = fileURLToPath(new URL(`../../../${module}`, import.meta.url));
    return `export * from ${JSON.stringify(path)};`;
  });
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [
      scriptTexts,
      {
        name: "all",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? exports.join("\n") : null),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
      modulePreload: false,
    },
  });
  const [file] = (built as Rolldown.RolldownOutput).output;
  return gzipSync(file.code, { level: 9 }).length;
}
