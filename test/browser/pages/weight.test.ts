import { get } from "node:http";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { build } from "vite";
import type { Rolldown } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { scriptTexts } from "../../../src/build/script-texts.ts";
import { slugs } from "../../../src/games/index.ts";
import { langs } from "../../../src/i18n/langs.ts";
import { newPage, sharedBrowser } from "../../support/browser-page.ts";
import { sharedLiveService } from "../../support/live-service.ts";
import { momentOf, pageOf } from "../../support/moments.ts";

// Stopped as bets open, so that no phase changes during the test. A page's clock keeps running: near the end of
// betting, a busy machine drew the race too late to load the parts for open bets.
const service = sharedLiveService(momentOf("bigsixball", "betting", 500, 1));

/** How long a page must be quiet to count as settled. The next phase is further away. */
const QUIET_MS = 1_000;

/**
 * Requests that recur over time: their number depends on the machine's speed and the phase. A new page has its
 * first state included.
 */
const PASSING = /\/api\/(current|results|schedule|stream)(\?|$)/;

/** The paths requested after the first `start` requests, without recurring ones. */
const askedSince = (start: number) =>
  service()
    .requests.slice(start)
    .map(({ url }) => url)
    .filter((path) => !PASSING.test(path));

/** Resolves once a page stops sending requests, even slowly on a busy machine. */
async function untilQuiet(page: Page): Promise<void> {
  let before: number;
  do {
    before = askedSince(0).length;
    await page.waitForTimeout(QUIET_MS);
  } while (askedSince(0).length > before);
}

async function openDrawn(context: BrowserContext, slug: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(pageOf(service(), slug));
  await page.locator("game-table canvas").waitFor();
  return page;
}

/**
 * Whether embed pages name a script: named scripts are enough to draw a table. A fast machine requests the others
 * before the test notices that the table is drawn; a slow one long afterwards.
 */
async function named(): Promise<(path: string) => boolean> {
  const pages = slugs.map(async (slug) => (await fetch(pageOf(service(), slug))).text());
  const html = (await Promise.all(pages)).join("");
  return (path) => html.includes(path);
}

async function newContext(width: number, height: number): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext({ viewport: { width, height } });
  onTestFinished(() => context.close());
  return context;
}

/** These responses' bytes for a client that accepts gzip: scripts, and the total. */
async function weigh(paths: readonly string[]): Promise<{ js: number; all: number }> {
  const weight = { js: 0, all: 0 };
  for (const path of paths) {
    const bytes = await gzipped(service().url + path);
    weight.all += bytes;
    weight.js += path.endsWith(".js") ? bytes : 0;
  }
  return weight;
}

/** A response body's bytes for a client that accepts gzip. */
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

/* A table's maximum weight, in bytes after gzip, the same on every machine. */
const KB = 1_000;
const PAGE = 14 * KB;
const SCRIPTS_UNTIL_DRAWN = 150 * KB;
/** All of a game's pictures with the code that draws them; they are cached for ever. */
const GAME = 1_500 * KB;
const SECOND_GAME_SCRIPTS = 24 * KB;
/** Includes the times of a race's result, which the whole HUD needs. */
const ELEMENT_WITHOUT_PIXI = 38.8 * KB;
/** Most of it is also in the table that the lobby opens. */
const LOBBY = 56 * KB;

test("a first visit to the heaviest game stays within its download limit", async () => {
  const isNamed = await named();
  const context = await newContext(830, 553);
  const start = service().requests.length;
  const page = await openDrawn(context, "bigsixball");
  const untilDrawn = askedSince(start).filter(isNamed);
  // On a busy machine, the page can seem quiet before it requests the files after the first frame.
  await expect
    .poll(() => askedSince(start).some((path) => /\/table-facts\./.test(path)))
    .toBe(true);
  await untilQuiet(page);
  const first = askedSince(start);
  const settled = service().requests.length;
  // In a second tab, with the first still open, as on a page with two tables.
  await untilQuiet(await openDrawn(context, "baccarat"));
  const later = askedSince(settled);
  expect((await weigh(untilDrawn)).js).toBeLessThanOrEqual(SCRIPTS_UNTIL_DRAWN);
  expect((await weigh(first)).all).toBeLessThanOrEqual(GAME);
  const second = await weigh(later);
  expect(second.js).toBeLessThanOrEqual(SECOND_GAME_SCRIPTS);
  expect(second.all).toBeLessThanOrEqual(GAME);
});

// Cause: the WebGL scripts grew to 160 KB.
test.each(slugs.flatMap((slug) => ["webgl", "canvas"].map((renderer) => ({ slug, renderer }))))(
  "a $slug page drawn by $renderer stays within its download limit",
  async ({ slug, renderer }) => {
    const html = await (await fetch(pageOf(service(), slug))).text();
    const listed = (name: string): string[] =>
      new RegExp(`<meta name="${name}" content="([^"]+)"`).exec(html)?.[1]?.split(" ") ?? [];
    const own = [...html.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, src]) => src ?? "");
    const chunks = [...listed("modules"), ...listed(`modules-${renderer}`)];
    expect(chunks.length).toBeGreaterThan(5);
    const { js } = await weigh([...own, ...chunks]);
    expect(js).toBeLessThanOrEqual(SCRIPTS_UNTIL_DRAWN);
  },
);

// A needed script that no page lists would count for nothing above.
test.each(slugs)("the %s page lists all scripts that draw its table", async (slug) => {
  const address = pageOf(service(), slug);
  const html = await (await fetch(address)).text();
  const { page } = await newPage();
  await page.route(/\/_astro\/.*\.js$/, (route) =>
    html.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  );
  await page.goto(address);
  await expect.poll(() => page.locator("game-table canvas").count()).toBe(1);
});

test("the element downloads no drawing code until it shows a table", async () => {
  const { page } = await newPage();
  await page.goto(`${service().url}/healthz`);
  const start = service().requests.length;
  await page.addScriptTag({ type: "module", url: `${service().url}/game-table.js` });
  await page.waitForFunction(() => customElements.get("game-table") !== undefined);
  const { js } = await weigh(askedSince(start));
  expect(js).toBeGreaterThan(0);
  expect(js).toBeLessThanOrEqual(ELEMENT_WITHOUT_PIXI);
});

// Thai is the heaviest language.
test("a lobby in Thai stays within its download limit", async () => {
  const isNamed = await named();
  const page = await (await newContext(390, 700)).newPage();
  const start = service().requests.length;
  await page.goto(`${service().url}/lobby/?key=${service().tableKey}&lang=th`);
  await page.waitForFunction(() => customElements.get("game-lobby") !== undefined);
  await page.waitForTimeout(QUIET_MS);
  const ofLobby = askedSince(start);
  const settled = service().requests.length;
  await page.locator("game-lobby .press").first().click();
  await page.locator("game-lobby game-table canvas").waitFor();
  const table = await weigh(askedSince(settled).filter(isNamed));
  const lobby = await weigh(ofLobby);
  expect(lobby.js).toBeGreaterThan(0);
  expect(lobby.all).toBeLessThanOrEqual(LOBBY);
  expect(table.js).toBeGreaterThan(LOBBY);
  expect(table.js).toBeLessThanOrEqual(SCRIPTS_UNTIL_DRAWN);
});

test.each(slugs)("the %s page fits one round trip in every language", async (slug) => {
  service().holdAt(momentOf(slug, "waiting", 0));
  for (const lang of langs) {
    const bytes = await gzipped(pageOf(service(), slug, `&lang=${lang}`));
    expect(bytes, `in ${lang}`).toBeLessThanOrEqual(PAGE);
  }
});

// The cost of a package entry point for a page; the element's chunks are those above.
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

/** The modules' size with all their imports, bundled and minified, in bytes after gzip. */
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
