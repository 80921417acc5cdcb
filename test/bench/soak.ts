/*
 * Whether a table lets go of what it used: `node test/bench/soak.ts [--rounds 1000] [--mounts 40]
 * [--renderer webgl]`, by itself with the renderer that the page chooses. A thousand rounds take about
 * eight minutes.
 *
 * Takes one element through so many rounds, as fast as it follows the clock, and prints what the page
 * holds on to after forced collections and once nothing is under way: how much its heap has grown since
 * its first rounds, and how many nodes and listeners it has more than a new element that has come to the
 * very same moment in so few. Pictures, each a canvas, are told apart: the rarest ones, as of a tie, are
 * painted when they are first seen.
 *
 * Then puts so many elements up and takes them down again, one after another, and counts what is left.
 * What is made once for a page, such as the templates of each phase, is there by then; the heap grows on
 * by the code that the engine compiles anew the more often it runs.
 */
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { games } from "../../src/games/index.ts";
import { momentAt } from "../../src/round/phases.ts";
import { launchChromium } from "../support/chromium.ts";
import { benchService, momentOf } from "./support/bench-service.ts";
import { makeClockMovable } from "./support/fast-rounds.ts";
import type { Stop } from "./support/fast-rounds.ts";
import { canvasesOf, heldAtRest } from "./support/heap.ts";
import { force, RENDERERS } from "./support/renderer.ts";
import type { Renderer } from "./support/renderer.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "1000" },
    mounts: { type: "string", default: "40" },
    slug: { type: "string", default: "baccarat" },
    renderer: { type: "string", default: "chosen" },
  },
});
const { slug } = values;
/** Until caches and pools have what they keep, and code that runs often is compiled. */
const WARM_UP_ROUNDS = 40;
const WARM_UP_MOUNTS = 20;
/**
 * Moments of a round: each phase, betting at its last seconds too, and the reveal as it goes on, in shares
 * of the phase. The clock runs on at each, so the shortest phases are met early.
 */
const MOMENTS = [
  ["betting", 0.1],
  ["betting", 0.9],
  ["revealing", 0.1],
  ["revealing", 0.4],
  ["revealing", 0.7],
  ["result", 0.1],
  ["waiting", 0.05],
] as const;

const service = await benchService((request, response) => {
  // A stream tells of changes by the real time; without one the table asks, as often as it is nudged.
  if (request.url?.endsWith("/stream")) {
    response.writeHead(404).end();
    return true;
  }
  if (request.url !== "/operator") {
    return false;
  }
  response.writeHead(200, { "content-type": "text/html" });
  response.end(
    `<!doctype html><title>Operator</title><body style="width:830px">
     <script type="module" src="/game-table.js"></script></body>`,
  );
  return true;
});
// As many frames as the machine can draw.
const browser = await launchChromium({
  args: ["--disable-frame-rate-limit", "--disable-gpu-vsync"],
});
const renderer = RENDERERS.find((one) => one === values.renderer) ?? "chosen";
console.table([await soak(browser, renderer)]);
console.table([await mounts(browser, "chosen"), await mounts(browser, "webgl")]);
await browser.close();
await service.end();

async function soak(on: Browser, kind: Renderer): Promise<Record<string, string | number>> {
  const page = await openOperator(on, kind);
  const session = await page.context().newCDPSession(page);
  const rounds = Number(values.rounds);
  const last = WARM_UP_ROUNDS + rounds;
  const startMs = performance.now();
  await putUp(page);
  await play(page, [...stopsOf(1, WARM_UP_ROUNDS), ...restAfter(WARM_UP_ROUNDS)]);
  const warm = await heldAtRest(session);
  await play(page, [...stopsOf(WARM_UP_ROUNDS + 1, rounds).slice(1), ...restAfter(last)]);
  const tookS = (performance.now() - startMs) / 1_000;
  const after = { ...(await heldAtRest(session)), canvases: await canvasesOf(session) };
  // Time does not go back for a table: a new one takes the last rounds once more.
  await takeDown(page);
  await page.evaluate((stop) => stop && window.setClocks(stop.atMs), restAfter(rounds)[0]);
  await putUp(page);
  await play(page, [...stopsOf(rounds + 2, WARM_UP_ROUNDS - 1), ...restAfter(last)]);
  const fresh = { ...(await heldAtRest(session)), canvases: await canvasesOf(session) };
  await page.context().close();
  return {
    renderer: kind,
    rounds: values.rounds,
    seconds: tookS.toFixed(0),
    "heap, MB": warm.heapMb.toFixed(2),
    "heap growth, MB": (after.heapMb - warm.heapMb).toFixed(2),
    pictures: after.canvases - fresh.canvases,
    "other nodes": after.nodes - after.canvases - (fresh.nodes - fresh.canvases),
    listeners: after.listeners - fresh.listeners,
  };
}

async function mounts(on: Browser, kind: Renderer): Promise<Record<string, string | number>> {
  const page = await openOperator(on, kind);
  const remarks: string[] = [];
  page.on("console", (message) => {
    // A software renderer remarks on its own slowness, and here there are no streams.
    const isOurs = message.location().url.endsWith("/stream");
    if (message.type() !== "log" && !isOurs && !message.text().includes("GL Driver Message")) {
      remarks.push(message.text());
    }
  });
  const session = await page.context().newCDPSession(page);
  const once = async () => {
    await putUp(page);
    await takeDown(page);
  };
  await putUp(page);
  await play(page, [...stopsOf(1, 1), ...restAfter(1)]);
  await takeDown(page);
  for (let i = 0; i < WARM_UP_MOUNTS; i++) {
    await once();
  }
  const before = { ...(await heldAtRest(session)), canvases: await canvasesOf(session) };
  for (let i = 0; i < Number(values.mounts); i++) {
    await once();
  }
  const after = { ...(await heldAtRest(session)), canvases: await canvasesOf(session) };
  await page.context().close();
  return {
    renderer: kind,
    mounts: values.mounts,
    "heap growth, MB": (after.heapMb - before.heapMb).toFixed(2),
    "canvases left": after.canvases - before.canvases,
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    "warnings and errors": remarks.length === 0 ? "none" : [...new Set(remarks)].join("; "),
  };
}

async function openOperator(on: Browser, kind: Renderer): Promise<Page> {
  service.setNow(momentOf(slug, "betting", 1_000));
  const context = await on.newContext({ viewport: { width: 830, height: 553 } });
  await force(kind, context);
  await context.addInitScript(makeClockMovable);
  const page = await context.newPage();
  await page.exposeFunction("setServerClock", (nowMs: number) => {
    const movedMs = nowMs - service.now();
    service.setNow(nowMs);
    return movedMs;
  });
  await page.goto(`${service.url}/operator`);
  return page;
}

async function putUp(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const table = document.createElement("game-table");
    table.setAttribute("game", name);
    document.body.append(table);
  }, slug);
  await page.locator("game-table canvas").waitFor();
  // Only what comes after its first state is a change to it.
  await page.locator("game-table .round", { hasText: /\d/ }).waitFor();
}

async function takeDown(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector("game-table")?.remove());
}

function play(page: Page, stops: Stop[]): Promise<void> {
  return page.evaluate((list) => window.playThrough(list), stops);
}

/** Where the table is taken in `count` rounds, from the `first` after the one it opened at. */
function stopsOf(first: number, count: number): Stop[] {
  const game = games.find((one) => one.slug === slug) ?? games[0];
  return Array.from({ length: count }, (_, i) =>
    MOMENTS.map(([phase, share]) => {
      const lengthMs = game?.phases.find((length) => length.phase === phase)?.ms ?? 0;
      const atMs = momentOf(slug, phase, share * lengthMs, first + i);
      return { round: momentAt(atMs, game as NonNullable<typeof game>).round, phase, atMs };
    }),
  ).flat();
}

/** Early in the round after so many, where nothing happens for long. */
function restAfter(rounds: number): Stop[] {
  return stopsOf(rounds + 1, 1).slice(0, 1);
}
