/*
 * Measures how soon a table appears: `node test/bench/first-paint.ts [--pairs 15]`.
 *
 * Prints when the real embed page is first painted, and when its first drawn frame is on screen, compared with a
 * default-import Pixi hello world: same process, same gzip, a fresh browser context for each load, in a window that is
 * idle, with alternating loads. Ratios can be compared between machines; times cannot.
 */
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "astro";
import { launchChromium } from "../support/chromium.ts";
import { momentOf, pageOf } from "../support/moments.ts";
import { runService } from "../support/running-service.ts";
import { spreadOf, written } from "./support/figures.ts";

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
/** How long a new browser window is busy with itself. */
const WINDOW_MS = 700;

/** Builds the hello world; returns its compressed files by path. */
async function buildHello(): Promise<Map<string, Buffer>> {
  // In this folder, so that its import of Pixi finds the project's.
  const parent = await realpath(fileURLToPath(new URL("../../node_modules/", import.meta.url)));
  const root = await mkdtemp(join(parent, ".tableside-hello-"));
  try {
    await mkdir(join(root, "src", "pages"), { recursive: true });
    await writeFile(join(root, "src", "pages", "index.astro"), PAGE);
    process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
    await build({ root, base: HELLO_PATH, logLevel: "error", configFile: false });
    const files = new Map<string, Buffer>();
    const dist = join(root, "dist");
    for (const name of await readdir(dist, { recursive: true })) {
      if (/\.(html|js)$/.test(name)) {
        const path = HELLO_PATH + name.replace(/index\.html$/, "");
        files.set(path, gzipSync(await readFile(join(dist, name))));
      }
    }
    return files;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { pairs: { type: "string", default: "15" } } });
const hello = await buildHello();
const dataDir = await mkdtemp(join(tmpdir(), "tableside-bench-"));
const service = await runService({
  nowMs: momentOf("baccarat", "betting", 500),
  dataDir,
  before(request, response) {
    // The same encoding for both, whatever the browser accepts.
    request.headers["accept-encoding"] = "gzip";
    const { url = "" } = request;
    const bytes = hello.get(url);
    if (bytes !== undefined) {
      const type = url.endsWith(".js") ? "text/javascript" : "text/html; charset=utf-8";
      response.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(bytes);
    }
    return bytes !== undefined;
  },
});
const browser = await launchChromium();
const loads = [
  { name: "Pixi hello world", address: service.url + HELLO_PATH },
  { name: "table", address: pageOf(service, "baccarat") },
].map((load) => ({ ...load, paints: [] as number[], pictures: [] as number[] }));

for (let pair = -1; pair < Number(values.pairs); pair++) {
  // A load may leave work for the next one, so each should follow the other equally often.
  for (const load of pair % 2 === 0 ? loads : loads.toReversed()) {
    const { paintMs, pictureMs } = await measure(load.address);
    // The first pair, which fills caches, does not count.
    if (pair >= 0) {
      load.paints.push(paintMs);
      load.pictures.push(pictureMs);
    }
  }
}
await browser.close();
await service.end();
await rm(dataDir, { recursive: true, force: true });

const reference = spreadOf(loads[0]?.pictures ?? []).median;
const against = (times: readonly number[]) => (spreadOf(times).median / reference).toFixed(2);
console.table(
  loads.map(({ name, paints, pictures }) => ({
    "": name,
    "first paint, ms": written(spreadOf(paints)),
    "on screen, ms": written(spreadOf(pictures)),
    "paint / hello on screen": against(paints),
    "on screen / hello": against(pictures),
  })),
);

/** When a page was first painted and had its first drawn frame on screen, in its own ms. */
async function measure(address: string): Promise<{ paintMs: number; pictureMs: number }> {
  service.setNow(momentOf("baccarat", "betting", 2_000));
  const context = await browser.newContext({ viewport: { width: 830, height: 553 } });
  try {
    await context.addInitScript(noteFirstFrame);
    const page = await context.newPage();
    // A binding, because evaluating in the page would run test scripts before its first paint.
    const session = await context.newCDPSession(page);
    await session.send("Runtime.enable");
    await session.send("Runtime.addBinding", { name: "noteTimes" });
    const noted = new Promise<{ paintMs: number; pictureMs: number }>((resolve) =>
      session.on("Runtime.bindingCalled", ({ payload }) => resolve(JSON.parse(payload))),
    );
    // A new window draws itself first, which would slow the load.
    await page.waitForTimeout(WINDOW_MS);
    await page.goto(address, { waitUntil: "commit" });
    return await noted;
  } finally {
    await context.close();
  }
}

/**
 * Reports the first paint, and the first frame with a drawn canvas: both pages add theirs already drawn. No browser
 * reports when a canvas is on screen, but it does for text, so a word is added in the same frame.
 */
function noteFirstFrame(): void {
  const times: { paintMs?: number; pictureMs?: number } = {};
  const note = (type: string, name: keyof typeof times) =>
    new PerformanceObserver((list) => {
      const [entry] = list
        .getEntries()
        .filter((each) => type === "element" || each.name === "first-contentful-paint");
      if (entry !== undefined) {
        times[name] ??= entry.startTime;
      }
      if (times.paintMs !== undefined && times.pictureMs !== undefined) {
        (globalThis as unknown as { noteTimes(payload: string): void }).noteTimes(
          JSON.stringify(times),
        );
      }
    }).observe({ type, buffered: true });
  note("paint", "paintMs");
  note("element", "pictureMs");
  const look = () => {
    const root = document.querySelector("game-table")?.shadowRoot ?? document;
    if ((root.querySelector("canvas")?.width ?? 0) > 1) {
      const word = document.createElement("p");
      word.setAttribute("elementtiming", "picture");
      word.textContent = "drawn";
      word.style.cssText = "position: fixed; inset: 0 auto auto 0; margin: 0; z-index: 9";
      document.body.append(word);
    } else {
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
}
