/*
 * Measures how soon a table appears: `node test/bench/first-paint.ts [--pairs 15] [--slug baccarat] [--latency 0]`.
 *
 * Prints when the real embed page is first painted, and when its first drawn frame is submitted and on screen,
 * compared with a default-import Pixi hello world: same process, same gzip, a fresh browser context for each load,
 * in a window that is idle, with alternating loads; `--latency` adds its ms to every response. An empty page of the
 * same server shows the cost of any page. Ratios can be compared between machines; times cannot.
 *
 * The table's first paint and its picture on screen are both compared with the hello world's picture on screen. A
 * submitted frame is not yet on screen, which takes a software renderer a third of the time, so submissions are
 * only compared with each other.
 */
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "astro";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/chromium.ts";
import { benchService, momentOf, pageOf } from "./support/bench-service.ts";
import { spreadOf, written } from "./support/figures.ts";
import { force } from "./support/renderer.ts";
import type { Renderer } from "./support/renderer.ts";

/** The hello world's path on the service that it is compared with. */
const HELLO_PATH = "/hello/";

/** A typical first Pixi page: default imports, and one picture of the table's size, added when it has been drawn. */
const PAGE = `---
---
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Hello</title></head><body>
<script>
  import { Application, Graphics, Text } from "pixi.js";
  const app = new Application();
  await app.init({ width: 830, height: 553, background: "#101820", antialias: true });
  app.stage.addChild(
    new Graphics().roundRect(40, 40, 750, 473, 24).fill("#14532d"),
    new Text({ text: "Hello", style: { fill: "#ffffff", fontSize: 48 }, x: 340, y: 240 }),
  );
  app.render();
  document.body.append(app.canvas);
</script>
</body></html>
`;

/** In this folder, so that its import of Pixi finds the project's. */
const parent = fileURLToPath(new URL("../../node_modules/", import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

/** Builds the hello world and returns its request handler, which returns false for other paths. */
async function helloWorld(): Promise<
  (request: IncomingMessage, response: ServerResponse) => boolean
> {
  const files = await buildHello();
  return (request, response) => {
    const found = files.get(request.url ?? "");
    if (found === undefined) {
      return false;
    }
    response.writeHead(200, {
      "content-type": TYPES[extname(found.name)] ?? "application/octet-stream",
      "content-encoding": "gzip",
    });
    response.end(found.bytes);
    return true;
  };
}

async function buildHello(): Promise<Map<string, { name: string; bytes: Buffer }>> {
  const root = await mkdtemp(join(await realpath(parent), ".tableside-hello-"));
  try {
    await mkdir(join(root, "src", "pages"), { recursive: true });
    await writeFile(join(root, "src", "pages", "index.astro"), PAGE);
    process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
    await build({ root, base: HELLO_PATH, logLevel: "error", configFile: false });
    const files = new Map<string, { name: string; bytes: Buffer }>();
    const dist = join(root, "dist");
    for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) {
        const name = join(entry.parentPath, entry.name).slice(dist.length + 1);
        const bytes = gzipSync(await readFile(join(dist, name)));
        files.set(HELLO_PATH + name.replace(/index\.html$/, ""), { name, bytes });
      }
    }
    return files;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "15" },
    slug: { type: "string", default: "baccarat" },
    latency: { type: "string", default: "0" },
  },
});

/** How long a new browser window is busy with itself. */
const WINDOW_MS = 700;

interface Load {
  name: string;
  address: string;
  renderer: Renderer;
  /** Whether the page draws on a canvas. */
  isDrawn: boolean;
  paints: number[];
  readies: number[];
  pictures: number[];
}

/** When a page was first painted, submitted its first drawn frame, and had that on screen, in its own ms. */
interface Noted {
  paintMs: number;
  drawnMs: number;
  pictureMs: number;
}

const EMPTY_PATH = "/empty/";

const hello = await helloWorld();
const service = await benchService((request, response) => {
  // The same encoding for both, whatever the browser accepts.
  request.headers["accept-encoding"] = "gzip";
  if (request.url === EMPTY_PATH) {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end("<!doctype html><title>Empty</title><p>Empty");
    return true;
  }
  return hello(request, response);
});
const browser = await launchChromium();
const load = (name: string, address: string, renderer: Renderer): Load => ({
  name,
  address,
  renderer,
  isDrawn: true,
  paints: [],
  readies: [],
  pictures: [],
});
const reference = load("Pixi hello world", service.url + HELLO_PATH, "chosen");
const table = pageOf(service, values.slug);
const loads = [
  reference,
  load("table, renderer as chosen", table, "chosen"),
  load("table, WebGL", table, "webgl"),
  { ...load("an empty page", service.url + EMPTY_PATH, "chosen"), isDrawn: false },
];

for (const one of loads) {
  await measure(browser, one);
  one.paints.length = 0;
  one.readies.length = 0;
  one.pictures.length = 0;
}
for (let i = 0; i < Number(values.pairs); i++) {
  // A load may leave work for the next one, so each should follow each equally often.
  const order = loads.map((one) => ({ one, at: Math.random() })).toSorted((a, b) => a.at - b.at);
  for (const { one } of order) {
    await measure(browser, one);
  }
}
await browser.close();
await service.end();

const against = (times: readonly number[], others: readonly number[]) => {
  const whole = spreadOf(times).median / spreadOf(others).median;
  const { median } = spreadOf(times.map((time, i) => time / (others[i] ?? Number.NaN)));
  return `${whole.toFixed(2)} (${median.toFixed(2)} pair by pair)`;
};
console.table(
  loads.map(({ name, paints, readies, pictures }) => ({
    "": name,
    "first paint, ms": written(spreadOf(paints)),
    "submitted, ms": written(spreadOf(readies)),
    "on screen, ms": written(spreadOf(pictures)),
    "paint / hello on screen": against(paints, reference.pictures),
    "paint / hello submitted": against(paints, reference.readies),
    "submitted / hello": against(readies, reference.readies),
    "on screen / hello": against(pictures, reference.pictures),
  })),
);

async function measure(on: Browser, of: Load): Promise<void> {
  service.setNow(momentOf(values.slug, "betting", 2_000));
  const context = await on.newContext({ viewport: { width: 830, height: 553 } });
  try {
    await force(of.renderer, context);
    await context.addInitScript(noteFirstFrame, { isDrawn: of.isDrawn });
    const page = await context.newPage();
    await delay(page);
    // A binding, because evaluating in the page would run test scripts before its first paint.
    const session = await context.newCDPSession(page);
    await session.send("Runtime.enable");
    await session.send("Runtime.addBinding", { name: "noteTimes" });
    const noted = new Promise<Noted>((resolve) =>
      session.on("Runtime.bindingCalled", ({ payload }) => resolve(JSON.parse(payload))),
    );
    // A new window draws itself first, which would slow the load.
    await page.waitForTimeout(WINDOW_MS);
    await page.goto(of.address, { waitUntil: "commit" });
    const { paintMs, drawnMs, pictureMs } = await noted;
    of.paints.push(paintMs);
    of.readies.push(of.isDrawn ? drawnMs : Number.NaN);
    of.pictures.push(of.isDrawn ? pictureMs : Number.NaN);
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

/**
 * Reports the first paint, and the first frame with a drawn canvas: both kinds of page add theirs already drawn. No
 * browser reports when a canvas is on screen, but it does for text, so a word is added in the same frame.
 */
function noteFirstFrame({ isDrawn }: { isDrawn: boolean }): void {
  const times = { paintMs: Number.NaN, drawnMs: Number.NaN, pictureMs: Number.NaN };
  const note = (name: keyof typeof times, ms: number) => {
    times[name] = ms;
    if (!Object.values(times).some(Number.isNaN)) {
      (globalThis as unknown as { noteTimes(payload: string): void }).noteTimes(
        JSON.stringify(times),
      );
    }
  };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntriesByName("first-contentful-paint")) {
      note("paintMs", startTime);
    }
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) {
      note("pictureMs", startTime);
    }
  }).observe({ type: "element", buffered: true });
  const look = () => {
    const root = document.querySelector("game-table")?.shadowRoot ?? document;
    const canvas = root.querySelector("canvas");
    if (canvas !== null && canvas.width > 1) {
      note("drawnMs", performance.now());
      const word = document.createElement("p");
      word.setAttribute("elementtiming", "picture");
      word.textContent = "drawn";
      word.style.cssText = "position: fixed; inset: 0 auto auto 0; margin: 0; z-index: 9";
      document.body.append(word);
    } else {
      requestAnimationFrame(look);
    }
  };
  if (isDrawn) {
    requestAnimationFrame(look);
  } else {
    note("drawnMs", 0);
    note("pictureMs", 0);
  }
}
