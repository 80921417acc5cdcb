import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slugs } from "../../../src/games/index.ts";
import { langs } from "../../../src/i18n/langs.ts";
import { benchService, momentOf, pageOf } from "../../bench/support/bench-service.ts";
import { checkSize, sizeOf } from "../../bench/support/check-size.ts";
import {
  gzipped,
  openProof,
  openReplay,
  openSound,
  visit,
  visitLobby,
  visitWithoutTable,
  weigh,
} from "../../bench/support/visit.ts";
import { newPage, sharedBrowser } from "../../support/browser-page.ts";
import type { RunningService } from "../../support/running-service.ts";

/*
 * What a table may weigh, in bytes after gzip. These are sizes only, the same on every machine; the
 * scripts in test/bench/ print them, and the times too.
 */
const KB = 1_000;
const PAGE = 14 * KB;
const SCRIPTS_UNTIL_DRAWN = 150 * KB;
const FIRST_VISIT = 200 * KB;
/** A slow machine polls the state once more meanwhile. */
const SECOND_GAME = 13 * KB;
/**
 * Camera, hands and what they pay, detail of the course: what a table gets once it is drawn. A race fetches none of it for cards.
 * Where the first table was left before it had them, the facts (7 KB) are among it.
 */
const ADDED_LATER = 37 * KB;
/** It knows when the race of a round is told of, which all around the picture asks. */
const ELEMENT_WITHOUT_PIXI = 38.8 * KB;
const LOBBY = 40 * KB;
const PROOF_OF_A_ROUND = 8 * KB;
const REPLAY = 9 * KB;
const SOUND = 8 * KB;
const CHECK_OF_A_ROUND = 37 * KB;

let service: RunningService;
beforeAll(async () => {
  service = await benchService();
  // It stands still, so that no phase comes in between.
  service.holdAt(service.now());
});
afterAll(() => service.end());

test("a first visit to the race, which weighs the most, keeps to its weight, and so does a second game", async () => {
  const visited = ["bigsixball", "baccarat"] as const;
  const seen = await visit(service, await sharedBrowser(), visited, "chosen");
  expect(seen.untilDrawn.js).toBeLessThanOrEqual(SCRIPTS_UNTIL_DRAWN);
  expect(seen.first.all).toBeLessThanOrEqual(FIRST_VISIT);
  expect(seen.second.all - seen.second.html).toBeLessThanOrEqual(SECOND_GAME);
  expect(seen.secondLater.js).toBeGreaterThan(0);
  expect(seen.secondLater.all).toBeLessThanOrEqual(ADDED_LATER);
});

// The cause: scripts for WebGL grew to 160 KB.
test.each(slugs.flatMap((slug) => ["webgl", "canvas"].map((renderer) => ({ slug, renderer }))))(
  "the page of $slug lists what keeps to the weight of $renderer",
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

// What a table needs and no page names would weigh nothing above.
test.each(slugs)("a table of %s is drawn by the scripts that its page names", async (slug) => {
  const address = pageOf(service, slug);
  const html = await (await fetch(address)).text();
  const { page } = await newPage();
  let refused = 0;
  await page.route(/\/_astro\/.*\.js$/, async (route) => {
    const isNamed = html.includes(new URL(route.request().url()).pathname);
    refused += isNamed ? 0 : 1;
    await (isNamed ? route.continue() : route.abort());
  });
  await page.goto(address);
  await page.locator("game-table canvas").waitFor();
  await expect.poll(() => refused).toBeGreaterThan(0);
});

// On a busy machine a second game once came to 12,334 bytes: its stream was slow, so that it polled.
test("what a slow page asks for while time passes is no weight of it", async () => {
  const page = pageOf(service, "baccarat").slice(service.url.length);
  const asked = ["current", "results?limit=72", "schedule", "stream"];
  const passing = asked.map((path) => `/embed/baccarat/api/${path}`);
  // The page itself says how long its phase still lasts, so its length is not the same each time.
  const { html, js, all, requests } = await weigh(service, [page, ...passing, ...passing]);
  expect({ js, requests, rest: all - html }).toEqual({ js: 0, requests: 1, rest: 0 });
});

test("the element's script brings no Pixi before it shows a table", async () => {
  const bare = await visitWithoutTable(service, await sharedBrowser());
  expect(bare.js).toBeGreaterThan(0);
  expect(bare.js).toBeLessThanOrEqual(ELEMENT_WITHOUT_PIXI);
});

// Of all languages Thai weighs the most.
test.each(["&lang=th"])(
  "a lobby%s keeps to its weight, and loads what draws when a table is opened",
  async (query) => {
    const { lobby, table } = await visitLobby(service, await sharedBrowser(), query);
    expect(lobby.js).toBeGreaterThan(0);
    expect(lobby.html).toBeGreaterThan(0);
    expect(lobby.all).toBeLessThanOrEqual(LOBBY);
    expect(table.js).toBeGreaterThan(LOBBY);
    expect(table.js).toBeLessThanOrEqual(SCRIPTS_UNTIL_DRAWN);
  },
);

test("the proof of a round is loaded by those who open it", async () => {
  const opened = await openProof(service, await sharedBrowser());
  expect(opened.js).toBeGreaterThan(0);
  expect(opened.all).toBeLessThanOrEqual(PROOF_OF_A_ROUND);
});

test("a replay is loaded by those who watch one", async () => {
  const opened = await openReplay(service, await sharedBrowser());
  expect(opened.js).toBeGreaterThan(0);
  expect(opened.js).toBeLessThanOrEqual(REPLAY);
});

test("sound is loaded by those who turn it on, its settings by those who open them", async () => {
  const { sound, panel } = await openSound(service, await sharedBrowser());
  for (const { js, all } of [sound, panel]) {
    expect(js).toBeGreaterThan(0);
    expect(all).toBeLessThanOrEqual(SOUND);
  }
});

test.each(slugs)("the page of %s fits one round trip in every language", async (slug) => {
  service.holdAt(momentOf(slug, "waiting", 0));
  for (const lang of langs) {
    const bytes = await gzipped(pageOf(service, slug, `&lang=${lang}`));
    expect(bytes, `in ${lang}`).toBeLessThanOrEqual(PAGE);
  }
});

// What a page pays for an entry of the package; the element's chunks are those above.
test.each([
  ["components/kit/index.ts", 3 * KB],
  ["components/kit/lobby.ts", 1 * KB],
  ["components/kit/react.ts", 1 * KB],
  ["src/kit/client.ts", 4 * KB],
  ["src/kit/settle.ts", 4 * KB],
  ["src/kit/verify.ts", 46 * KB],
  ["src/kit/webhooks.ts", 2 * KB],
])("the package's entry %s keeps to its weight", async (entry, limit) => {
  expect(await sizeOf([entry])).toBeLessThanOrEqual(limit);
});

describe("the code that checks rounds", () => {
  test("keeps to its weight, besides the games and their rounds", async () => {
    expect((await checkSize()).added).toBeLessThanOrEqual(CHECK_OF_A_ROUND);
  });

  test.each([
    ["beacons", "BLS_SIG_BLS12381G1_XMD"],
    ["signatures, by a number of their curve", "52036cee2b6ffe738cc740797779e898"],
    ["the way to a round's seed", "tbs/1"],
  ])("is on the pages that do so and nowhere else: %s", async (_, sign) => {
    const dist = fileURLToPath(new URL("../../../dist/", import.meta.url));
    const holders: string[] = [];
    for (const name of await readdir(dist, { recursive: true })) {
      // The docs may name what they tell of.
      const isCode = /\.(js|html)$/.test(name) && !name.startsWith("docs/");
      if (isCode && (await readFile(join(dist, name), "utf8")).includes(sign)) {
        holders.push(name);
      }
    }
    const withoutHashes = holders.map((name) => name.replace(/\.[\w-]+\.js$/, ".js")).toSorted();
    expect(withoutHashes).toEqual(["_astro/page-proof.js", "verify/index.html"]);
  });
});
