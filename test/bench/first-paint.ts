/*
 * How soon a table is there: `node test/bench/first-paint.ts [--pairs 15] [--slug baccarat] [--latency 0]`.
 *
 * Prints the first paint of the real embed page and its first drawn frame, against the moment at
 * which a default-import Pixi hello world is ready: same process, same gzip, a fresh browser context
 * for each load, in a window that has come to rest, loads taken in turns; `--latency` adds so many ms to
 * every answer. The ratios can be compared between machines; the times cannot.
 */
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/chromium.ts";
import { benchService, momentOf, pageOf } from "./support/bench-service.ts";
import { spreadOf, written } from "./support/figures.ts";
import { HELLO_PATH, helloWorld } from "./support/hello.ts";
import { force } from "./support/renderer.ts";
import type { Renderer } from "./support/renderer.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "15" },
    slug: { type: "string", default: "baccarat" },
    latency: { type: "string", default: "0" },
  },
});

/** How long a new window of the browser is busy with itself. */
const WINDOW_MS = 700;

interface Load {
  name: string;
  address: string;
  renderer: Renderer;
  paints: number[];
  readies: number[];
}

const hello = await helloWorld();
const service = await benchService((request, response) => {
  // Both sides the same encoding, whatever else the browser takes.
  request.headers["accept-encoding"] = "gzip";
  return hello(request, response);
});
const browser = await launchChromium();
const load = (name: string, address: string, renderer: Renderer): Load => ({
  name,
  address,
  renderer,
  paints: [],
  readies: [],
});
const reference = load("Pixi hello world", service.url + HELLO_PATH, "chosen");
const table = pageOf(service, values.slug);
const loads = [
  reference,
  load("table, renderer as chosen", table, "chosen"),
  load("table, WebGL", table, "webgl"),
];

for (const one of loads) {
  await measure(browser, one);
  one.paints.length = 0;
  one.readies.length = 0;
}
for (let i = 0; i < Number(values.pairs); i++) {
  for (const one of loads) {
    await measure(browser, one);
  }
}
await browser.close();
await service.end();

const helloMs = spreadOf(reference.readies).median;
const ratios = (times: readonly number[]) =>
  written(spreadOf(times.map((time, i) => time / (reference.readies[i] ?? Number.NaN))), 2);
console.table(
  loads.map(({ name, paints, readies }) => ({
    "": name,
    "first paint, ms": written(spreadOf(paints)),
    "ready, ms": written(spreadOf(readies)),
    "first paint / hello": (spreadOf(paints).median / helloMs).toFixed(2),
    "ready / hello": (spreadOf(readies).median / helloMs).toFixed(2),
    "ready, pair by pair": ratios(readies),
  })),
);

/** Loads a page in a browser that has seen nothing yet. */
async function measure(on: Browser, { address, renderer, paints, readies }: Load): Promise<void> {
  service.setNow(momentOf(values.slug, "betting", 2_000));
  const context = await on.newContext({ viewport: { width: 830, height: 553 } });
  try {
    await force(renderer, context);
    await context.addInitScript(noteFirstFrame);
    const page = await context.newPage();
    await delay(page);
    // A new window draws itself first, at the expense of whatever it loads.
    await page.waitForTimeout(WINDOW_MS);
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForFunction(
      () =>
        performance.getEntriesByName("drawn").length > 0 &&
        performance.getEntriesByName("first-contentful-paint").length > 0,
    );
    const [paint, drawn] = await page.evaluate(() =>
      ["first-contentful-paint", "drawn"].map(
        (name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN,
      ),
    );
    paints.push(paint ?? Number.NaN);
    readies.push(drawn ?? Number.NaN);
  } finally {
    await context.close();
  }
}

async function delay(page: Page): Promise<void> {
  if (Number(values.latency) > 0) {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: Number(values.latency),
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  }
}

/** Marks the first frame that has a drawn canvas in it; both kinds of page put theirs up drawn. */
function noteFirstFrame(): void {
  const look = () => {
    const root = document.querySelector("game-table")?.shadowRoot ?? document;
    const canvas = root.querySelector("canvas");
    if (canvas !== null && canvas.width > 1) {
      performance.mark("drawn");
    } else {
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
}
