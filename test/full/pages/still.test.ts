import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { twoHandsLayout } from "../../../components/scenes/baccarat/layout.ts";
import { duelLayout } from "../../../components/scenes/dragontiger/layout.ts";
import type { Size } from "../../../components/stage/scene.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { momentOf, pageOf } from "../../bench/support/bench-service.ts";
import { TABLE_FRAMES } from "../../support/boxes.ts";
import { newPage, sharedBrowser, sharedPage, watch } from "../../support/browser-page.ts";
import { gamesWithStill } from "../../support/games-with-still.ts";
import { sharedLiveService } from "../../support/live-service.ts";

/** Red, green and blue, 0 to 255. */
type MeanColour = readonly [number, number, number];

/** An empty page of each browser, which reads all its pictures; it ends with the browser. */
const readers = new WeakMap<Browser, Promise<Page>>();

/** The mean colours of the cells of a grid over a PNG, row by row. */
async function meanColours(
  browser: Browser,
  png: Uint8Array,
  { columns, rows }: { columns: number; rows: number },
): Promise<MeanColour[]> {
  const reader = readers.get(browser) ?? browser.newPage();
  readers.set(browser, reader);
  const page = await reader;
  return page.evaluate(
    async ([data, across, down]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const cells: [number, number, number][] = [];
      for (let i = 0; i < across * down; i++) {
        const from = (share: number, length: number) => Math.round(share * length);
        const [column, row] = [i % across, Math.floor(i / across)];
        const [x, y] = [from(column / across, image.width), from(row / down, image.height)];
        const width = from((column + 1) / across, image.width) - x;
        const height = from((row + 1) / down, image.height) - y;
        const pixels = context?.getImageData(x, y, width, height).data ?? new Uint8ClampedArray();
        const sum: [number, number, number] = [0, 0, 0];
        pixels.forEach((value, at) => {
          if (at % 4 < 3) {
            sum[at % 4] = (sum[at % 4] ?? 0) + value;
          }
        });
        cells.push(sum.map((total) => total / (width * height)) as [number, number, number]);
      }
      return cells;
    },
    [Buffer.from(png).toString("base64"), columns, rows] as const,
  );
}

/*
 * The table that the server draws, against the one that the canvas draws in its place. Colours are
 * compared as means of the cells of a grid: what is written and drawn small may differ, light may not.
 */

const GRID = { columns: 12, rows: 8 };
/** By how much cells may differ on average, and the worst of them, of 255. */
const LIMITS: Readonly<Partial<Record<Phase, { mean: number; worst: number }>>> = {
  // What balls did before, on plates in the light of the course, only the canvas writes.
  betting: { mean: 20, worst: 90 },
  // Bends, lamps, the list and the balls in mid-course only the canvas draws.
  revealing: { mean: 26, worst: 110 },
  // The winner's light, its chips and pills, and the figures of court cards only the canvas draws: in the lowest
  // frame a figure fills a cell and came to 114. A card that one of them lacks differs by about 200.
  result: { mean: 20, worst: 150 },
};
/** How far from where the canvas has it anything may lie, in CSS pixels. */
const NEAR_PX = 2;

const games = await gamesWithStill();
const started = sharedLiveService(momentOf("baccarat", "betting", 3_000));

async function openTable(
  slug: string,
  [width, height]: readonly [number, number],
  options: BrowserContextOptions = {},
  query = "",
) {
  const { page, faults } = await newPage({ viewport: { width, height }, ...options });
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const observer = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as LayoutShift[]) {
        const moved = sources.map(({ node }) => node?.parentElement?.innerHTML.slice(0, 80) ?? "?");
        shifts.push(`${value}: ${moved.join(", ")}`);
      }
    });
    // A busy machine paints the page while it still reads it, and its header grows. That is over once the
    // whole page was painted, which no script of it has changed by then.
    const painted = () => requestAnimationFrame(() => requestAnimationFrame(watch));
    const watch = () => observer.observe({ type: "layout-shift" });
    document.addEventListener("readystatechange", painted, { once: true });
  });
  await page.goto(addressOf(slug, query));
  return { page, faults };
}

const addressOf = (slug: string, query = "") =>
  pageOf({ ...started(), end: async () => {} }, slug, `&lang=en${query}`);

/** What Chromium says of something that moved by itself; TypeScript does not know it yet. */
interface LayoutShift {
  value: number;
  sources: readonly { node: Node | null }[];
}

/** Waits until the canvas stands in the place of the still. */
async function taken(page: Page): Promise<void> {
  await page.locator("game-table canvas").waitFor();
  await page.waitForFunction(() => document.querySelector(".still") === null);
}

/** Cards are backs until the canvas opens them; a race is an empty course until it comes, and as light as that. */
const phasesOf = (slug: string): readonly Phase[] =>
  slug === "bigsixball" ? ["betting", "revealing", "result"] : ["betting", "result"];

const cases = games.flatMap(({ slug }) =>
  phasesOf(slug).flatMap((phase) => TABLE_FRAMES.map((frame) => ({ slug, phase, frame }))),
);

describe("without scripts", () => {
  const painted = sharedPage({ javaScriptEnabled: false });
  const drawn = sharedPage();

  test.each(cases.filter((_, i) => i % 11 === 0))(
    "$slug shows in phase $phase, in a frame of $frame, what the canvas will",
    async ({ slug, phase, frame }) => {
      const service = started();
      // A race names its winner after 3.7 s.
      service.holdAt(momentOf(slug, phase, slug === "bigsixball" ? 4_500 : 3_000));
      const [width, height] = frame;
      const open = async (page: Page) => {
        await page.setViewportSize({ width, height });
        await page.goto(addressOf(slug));
      };
      await open(painted());
      const still = await painted().screenshot();
      const { page: live, faults } = watch(drawn());
      // On a busy machine the last seconds come before it is drawn, and they light the rail.
      const isLate = async () =>
        phase === "betting" && (await live.locator(".ring.open, .ring.soon").count()) === 0;
      let canvas: Buffer;
      do {
        await open(live);
        await taken(live);
        canvas = await live.screenshot();
      } while (await isLate());
      const browser = await sharedBrowser();
      const [before, after] = await Promise.all(
        [still, canvas].map((png) => meanColours(browser, png, GRID)),
      );
      const off = (before ?? []).map((cell, i) =>
        Math.max(...cell.map((value, channel) => Math.abs(value - (after?.[i]?.[channel] ?? 0)))),
      );
      const { mean = 0, worst = 0 } = LIMITS[phase] ?? {};
      expect(off.reduce((sum, each) => sum + each, 0) / off.length).toBeLessThan(mean);
      expect(Math.max(...off)).toBeLessThan(worst);
      expect(faults).toEqual([]);
    },
  );
});

/** The middles of what the canvas draws, by the selector of the same in the still. */
const layouts: Readonly<Record<string, (size: Size) => Record<string, { x: number; y: number }>>> =
  {
    dragontiger: (size) => {
      const { left, right, tieY } = duelLayout(size);
      return {
        ".place.dragon": left,
        ".place.tiger": right,
        "svg.tie": { x: size.width / 2, y: tieY },
      };
    },
    baccarat: (size) => {
      const { left, right, tie } = twoHandsLayout(size);
      const pair = ({ spots: [one, other] }: typeof left) => ({
        x: (one.x + other.x) / 2,
        y: one.y,
      });
      return {
        ".place.player:not(.third)": pair(left),
        ".place.banker:not(.third)": pair(right),
        ".place.third.player": left.spots[2],
        ".place.third.banker": right.spots[2],
        ".medal.player": left.total,
        ".medal.banker": right.total,
        "svg.tie": tie,
      };
    },
  };

test.each(Object.keys(layouts))("%s lies where its canvas has it, in every box", async (slug) => {
  const service = started();
  service.holdAt(momentOf(slug, "betting", 3_000));
  const { page } = await openTable(slug, [830, 553], { javaScriptEnabled: false });
  const sizes = [...TABLE_FRAMES, [600, 600], [1_280, 720], [1_920, 1_080], [300, 600]] as const;
  const astray: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const stage = await page.locator(".still").boundingBox();
    const wanted = layouts[slug]?.({ width: stage?.width ?? 0, height: stage?.height ?? 0 }) ?? {};
    for (const [selector, { x, y }] of Object.entries(wanted)) {
      const box = await page.locator(`.still ${selector}`).boundingBox();
      const at = {
        x: (box?.x ?? 0) + (box?.width ?? 0) / 2 - (stage?.x ?? 0),
        y: (box?.y ?? 0) + (box?.height ?? 0) / 2 - (stage?.y ?? 0),
      };
      if (Math.max(Math.abs(at.x - x), Math.abs(at.y - y)) > NEAR_PX) {
        astray.push(`${selector} in ${width}x${height}`);
      }
    }
  }
  expect(astray).toEqual([]);
});

test.each(games)("$slug does not move as the canvas takes over", async ({ slug }) => {
  started().holdAt(momentOf(slug, "betting", 3_000));
  const { page, faults } = await openTable(slug, [830, 553]);
  await taken(page);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
  expect(shifts).toEqual([]);
  expect(faults).toEqual([]);
});
