/*
 * What a table costs while nothing happens: `node test/bench/idle.ts [--seconds 8] [--slug dragontiger]`.
 *
 * Prints the CPU of all renderers and the GPU process, in percent of one core, for a table in
 * betting, the same scene drawn in every frame, a table in a tab that another one covers, and a
 * framed table that is scrolled out of sight: these two for a whole round, its changes of phase
 * included, and beside them what the same tabs cost with an empty frame, of which the browser's own
 * pages are the most. The browser runs without the flags by which automation keeps hidden pages awake.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { games } from "../../src/games/index.ts";
import { launchNaturalChromium, openTab } from "../support/natural-chromium.ts";
import { benchService, momentOf, pageOf } from "./support/bench-service.ts";
import { cpuOf } from "./support/cpu.ts";
import { uncap } from "./support/wrapped-scene.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    slug: { type: "string", default: "dragontiger" },
  },
});
const { slug } = values;

/** What a page says of itself whenever another tab covers it or no longer does. */
let visibility = "";

/** An operator's page with a frame at its top or out of sight, which tells when it is hidden. */
const operatorPage = (gapPx: number, framed: string) =>
  `<!doctype html><title>Operator</title><div style="height:${gapPx}px"></div>
   <iframe src="${framed}" style="width:830px;height:553px;border:0"></iframe>
   <script>
     const tell = () => fetch("/visibility/" + document.visibilityState);
     document.addEventListener("visibilitychange", tell);
     tell();
   </script>`;

const service = await benchService((request, response) => {
  const [, path, value = "", framed] = (request.url ?? "").split("/");
  if (path === "visibility") {
    visibility = value;
    response.end();
  } else if (path === "operator") {
    response.writeHead(200, { "content-type": "text/html" });
    const table = pageOf(service, slug);
    response.end(operatorPage(Number(value), framed === "table" ? table : "about:blank"));
  }
  return response.writableEnded;
});
/** Another site than the service, so that a frame of it has a process of its own. */
const operator = `${service.url.replace("127.0.0.1", "localhost")}/operator`;

const shortMs = Number(values.seconds) * 1_000;
const roundMs = games.find((game) => game.slug === slug)?.intervalMs ?? shortMs;

const empty = await measure(shortMs, async (page) => void (await page.goto("about:blank")));
const idle = await measure(shortMs, openTable);
const uncapped = await measure(shortMs, async (page) => {
  await uncap(page, slug);
  await openTable(page);
});
const hidden = {
  table: await measure(roundMs, (page) => hide(page, "table")),
  none: await measure(roundMs, (page) => hide(page, "none")),
};
const offScreen = {
  table: await measure(roundMs, async (page) => {
    await page.goto(`${operator}/4000/table`);
    await page.frameLocator("iframe").locator("game-table .phase").first().waitFor();
  }),
  none: await measure(roundMs, async (page) => void (await page.goto(`${operator}/4000/none`))),
};
await service.end();

console.table([
  row("betting", idle, empty),
  row("the same, every frame drawn", uncapped, empty),
  row("in a hidden tab", hidden.table, hidden.none),
  row("framed, out of sight", offScreen.table, offScreen.none),
]);

function row(name: string, cpu: number, without: number): Record<string, string> {
  return {
    "": name,
    "CPU, % of a core": cpu.toFixed(2),
    "without a table": without.toFixed(2),
    "of uncapped": (cpu / uncapped).toFixed(3),
  };
}

async function openTable(page: Page): Promise<void> {
  await page.goto(pageOf(service, slug));
  await page.locator("game-table canvas").waitFor();
}

/** Opens the operator's page in a tab and puts another one in front. */
async function hide(page: Page, framed: string): Promise<void> {
  const browser = page.context().browser() as Browser;
  await openTab(browser, `${operator}/0/${framed}`);
  await untilPageIs("visible");
  await pause(2_000);
  await openTab(browser, "about:blank");
  await untilPageIs("hidden");
}

async function untilPageIs(state: string): Promise<void> {
  const limitMs = performance.now() + 10_000;
  while (visibility !== state) {
    if (performance.now() > limitMs) {
      throw new Error(`The page did not become ${state}; it is ${visibility || "not there"}.`);
    }
    await pause(50);
  }
}

/** In a browser of its own, so that no other page's process is counted. */
async function measure(forMs: number, open: (page: Page) => Promise<void>): Promise<number> {
  const browser = await launchNaturalChromium();
  try {
    service.setNow(momentOf(slug, "betting", 500));
    const context = await browser.newContext({ viewport: { width: 830, height: 553 } });
    await open(await context.newPage());
    return await cpuOf(browser, forMs);
  } finally {
    await browser.close();
  }
}
