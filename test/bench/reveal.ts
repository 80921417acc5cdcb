/*
 * How smoothly a round is told: `node test/bench/reveal.ts [--runs 5] [--slug baccarat]
 * [--renderer webgl]`.
 *
 * Prints, for each game and renderer at 830 x 553, how many frames a second the reveal ran at, beside those of
 * an empty page in the same minute; what each frame took of a core; the longest task from the opening of the page
 * to the next round, by the time of a core that it took and by the clock, which on a busy machine says less; and
 * the tier of detail that was measured. Each run is a new page that opens a moment before the bets close.
 */
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { games } from "../../src/games/index.ts";
import { phaseLengthMs } from "../../src/round/phases.ts";
import { launchChromium } from "../support/chromium.ts";
import { benchService, momentOf, pageOf } from "./support/bench-service.ts";
import { quantileOf, spreadOf, written } from "./support/figures.ts";
import { tasksDuring } from "./support/main-thread.ts";
import type { Task } from "./support/main-thread.ts";
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
const LEAD_MS = 4_000;
/** How long the round after it is looked at, and how long an empty page. */
const [NEXT_MS, EMPTY_MS] = [1_500, 3_000];
/** A task of less than this draws no frame, in ms. */
const DRAWS_MS = 1.5;

interface Run {
  /** Frames a second of the reveal, and those of an empty page just before. */
  rate: number;
  emptyRate: number;
  /** The tasks that drew the frames of the reveal, and all since the table was there. */
  drawing: Task[];
  tasks: Task[];
  tier: string;
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
  const over = (what: "cpuMs" | "wallMs") =>
    runs.map(({ tasks }) => tasks.filter((task) => task[what] > 50).length).join(" ");
  const longest = (what: "cpuMs" | "wallMs") =>
    written(spreadOf(runs.map(({ tasks }) => Math.max(0, ...tasks.map((task) => task[what])))));
  const costs = (share: number) =>
    spreadOf(
      runs.map(({ drawing }) =>
        quantileOf(
          drawing.map(({ cpuMs }) => cpuMs),
          share,
        ),
      ),
    );
  return {
    game: slug,
    renderer: renderer === "webgl" ? "WebGL, software" : "as chosen",
    "frames a second": written(spreadOf(runs.map(({ rate }) => rate))),
    "of an empty page's": written(spreadOf(runs.map(({ rate, emptyRate }) => rate / emptyRate)), 2),
    "a frame, ms of a core": written(costs(0.5), 1),
    "95 % within": written(costs(0.95), 1),
    "tasks > 50 ms of a core": over("cpuMs"),
    "the longest": longest("cpuMs"),
    "by the clock": over("wallMs"),
    "the longest by it": longest("wallMs"),
    tiers: runs.map(({ tier }) => tier).join(" "),
  };
}

async function run(on: Browser, slug: string, renderer: Renderer, later: number): Promise<Run> {
  const game = games.find((one) => one.slug === slug) as (typeof games)[number];
  const lengthMs = phaseLengthMs("revealing", game);
  const context = await on.newContext({ viewport: { width: 830, height: 553 } });
  try {
    await force(renderer, context);
    const page = await context.newPage();
    await noteFrames(page);
    await page.waitForTimeout(EMPTY_MS);
    const emptyRate = (await framesOf(page, 0, Infinity)) / (EMPTY_MS / 1000);
    const revealingMs = momentOf(slug, "revealing", 0, later);
    service.setNow(revealingMs - LEAD_MS);
    await page.goto(pageOf(service, slug));
    await page.locator("game-table canvas").waitFor();
    await noteFrames(page);
    let fromMs = 0;
    const tasks = await tasksDuring(page, async () => {
      const leftMs = revealingMs - service.now();
      const nowMs = await page.evaluate(() => performance.now());
      fromMs = nowMs + leftMs;
      const afterMs = game.intervalMs - phaseLengthMs("betting", game) + NEXT_MS;
      await page.waitForTimeout(Math.max(0, leftMs) + afterMs);
    });
    const shown = tasks.filter(({ atMs }) => atMs > fromMs && atMs < fromMs + lengthMs);
    return {
      rate: (await framesOf(page, fromMs, fromMs + lengthMs)) / (lengthMs / 1000),
      emptyRate,
      drawing: shown.filter(({ cpuMs }) => cpuMs > DRAWS_MS),
      tasks,
      tier: await page.evaluate(() => sessionStorage.getItem("tableside:tier") ?? "0"),
    };
  } finally {
    await context.close();
  }
}

/** Notes when each frame of a page begins, by its own clock. */
function noteFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const frame = () => {
      performance.mark("frame");
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** How many frames a page had from one moment to another. */
function framesOf(page: Page, fromMs: number, toMs: number): Promise<number> {
  return page.evaluate(
    ([from, to]) =>
      performance
        .getEntriesByName("frame")
        .filter(({ startTime }) => startTime >= (from ?? 0) && startTime < (to ?? Infinity)).length,
    [fromMs, toMs === Infinity ? Number.MAX_VALUE : toMs],
  );
}
