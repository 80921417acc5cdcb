/*
 * How smoothly a round is told: `node test/bench/reveal.ts [--runs 5] [--slug baccarat]
 * [--renderer webgl]`.
 *
 * Prints, for each game and renderer at 830 x 553, how many frames a second the reveal ran at, how
 * long their scripts took, and the tasks over 50 ms that a round had once the table was there. Each
 * run is a new page that opens a moment before the bets close.
 */
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { games } from "../../src/games/index.ts";
import { phaseLengthMs } from "../../src/round/phases.ts";
import { launchChromium } from "../support/chromium.ts";
import { benchService, momentOf, pageOf } from "./support/bench-service.ts";
import { quantileOf, spreadOf, written } from "./support/figures.ts";
import { noteFrames } from "./support/frames.ts";
import { force, RENDERERS } from "./support/renderer.ts";
import type { Renderer } from "./support/renderer.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    slug: { type: "string" },
    renderer: { type: "string" },
  },
});

/** How long before the bets close a page is opened. */
const LEAD_MS = 3_000;
/** A result is celebrated for about as long. */
const AFTER_MS = 4_000;

interface Run {
  /** Between one frame of the reveal and the next, ms. */
  gaps: number[];
  /** Spent in the scripts of each, ms. */
  costs: number[];
  /** Tasks over 50 ms after the table was there. */
  longTasks: number[];
}

const service = await benchService();
const browser = await launchChromium();
const rows: Record<string, string>[] = [];
for (const { slug } of games.filter((game) => game.slug === (values.slug ?? game.slug))) {
  for (const renderer of RENDERERS.filter((one) => one === (values.renderer ?? one))) {
    const runs: Run[] = [];
    for (let i = 0; i < Number(values.runs); i++) {
      runs.push(await run(browser, slug, renderer, i));
    }
    rows.push(rowOf(slug, renderer, runs));
  }
}
await browser.close();
await service.end();
console.table(rows);

function rowOf(slug: string, renderer: Renderer, runs: readonly Run[]): Record<string, string> {
  const counts = runs.map(({ longTasks }) => longTasks.length);
  const longest = Math.max(0, ...runs.flatMap(({ longTasks }) => longTasks));
  return {
    game: slug,
    renderer: renderer === "webgl" ? "WebGL, software" : "as chosen",
    "frames a second": written(spreadOf(runs.map(({ gaps }) => 1000 / spreadOf(gaps).median))),
    "95 % within, ms": written(spreadOf(runs.map(({ gaps }) => quantileOf(gaps, 0.95)))),
    "script a frame, ms": written(spreadOf(runs.map(({ costs }) => spreadOf(costs).median)), 1),
    "tasks > 50 ms a round": counts.join(" "),
    "the longest, ms": longest.toFixed(0),
  };
}

async function run(on: Browser, slug: string, renderer: Renderer, later: number): Promise<Run> {
  const game = games.find((one) => one.slug === slug) as (typeof games)[number];
  const revealingMs = momentOf(slug, "revealing", 0, later);
  service.setNow(revealingMs - LEAD_MS);
  const context = await on.newContext({ viewport: { width: 830, height: 553 } });
  try {
    await force(renderer, context);
    await context.addInitScript(noteFrames);
    const page = await context.newPage();
    await page.goto(pageOf(service, slug));
    await page.locator("game-table canvas").waitFor();
    // The frame that puts the canvas up belongs to the loading.
    const readyMs = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
        ),
    );
    await page.waitForTimeout(revealingMs - service.now());
    const fromMs = await page.evaluate(() => performance.now());
    const lengthMs = phaseLengthMs("revealing", game);
    await page.waitForTimeout(lengthMs + AFTER_MS);
    const { frames, tasks } = await page.evaluate(() => window.noted);
    const shown = frames.filter(({ atMs }) => atMs > fromMs && atMs < fromMs + lengthMs);
    return {
      gaps: shown.slice(1).map(({ atMs }, i) => atMs - (shown[i]?.atMs ?? atMs)),
      costs: shown.map(({ costMs }) => costMs),
      longTasks: tasks.filter(({ atMs }) => atMs > readyMs).map(({ costMs }) => costMs),
    };
  } finally {
    await context.close();
  }
}
