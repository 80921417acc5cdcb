import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import type { Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scriptTexts } from "../../../src/build/script-texts.ts";
import { slugs } from "../../../src/games/index.ts";
import { langs } from "../../../src/i18n/langs.ts";
import { benchService, momentOf, pageOf } from "../../bench/support/bench-service.ts";
import { gzipped, visit, visitLobby, visitWithoutTable, weigh } from "../../bench/support/visit.ts";
import { newPage, sharedBrowser } from "../../support/browser-page.ts";
import type { RunningService } from "../../support/running-service.ts";

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
