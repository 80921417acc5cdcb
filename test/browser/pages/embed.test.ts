import type { BrowserContextOptions, Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { PhaseMessage } from "../../../src/wire/phase-event.ts";
import { boxOf, TABLE_FRAMES } from "../../support/boxes.ts";
import { newPage as newWatchedPage, WITH_MOTION } from "../../support/browser-page.ts";
import { requireMessage } from "../../support/contract.ts";
import {
  sharedLiveService,
  startLiveService,
  startParentPage,
} from "../../support/live-service.ts";
import type { LiveService } from "../../support/live-service.ts";
import { moveClock } from "../../support/move-clock.ts";
import { issueKey } from "../../support/service.ts";

/** Noon, when a round of every game starts. */
const NOON_MS = Date.UTC(2026, 6, 1, 12);

const SANDBOX = "allow-scripts allow-same-origin allow-popups";
/** Times after noon, in ms, and the number of messages posted before each. */
const MOMENTS = [
  [15_100, 2],
  [24_100, 4],
  [28_100, 6],
  [30_100, 8],
  [33_100, 9],
  [51_100, 12],
  [57_100, 15],
  [60_100, 18],
] as const;
/** Times when the tables move: cards are dealt, marbles race. Drawing one at 60 frames a second takes a core. */
const MOVING: readonly number[] = [15_100, 51_100];
const CARD_PHASES = "revealing result waiting betting revealing result betting";
const games = [
  { slug: "dragontiger", type: "dragontiger_phase", phases: CARD_PHASES },
  { slug: "baccarat", type: "baccarat_phase", phases: CARD_PHASES },
  { slug: "bigsixball", type: "bigsix_phase", phases: "revealing result waiting betting" },
];

/** Bets are open in every game. For all tests except the one that reads its log. */
const started = sharedLiveService(NOON_MS + 1_000);

interface Received {
  origin: string;
  data: PhaseMessage;
  /** The `current` response right after the message. */
  current: { round: number; phase: string };
}

async function newPage(options: BrowserContextOptions = {}) {
  const { page, faults } = await newWatchedPage(options);
  page.on("requestfailed", (request) => {
    // A table that becomes visible again aborts its earlier requests, including its stream.
    const error = request.failure()?.errorText ?? "";
    const isGivenUp = error === "net::ERR_ABORTED";
    if (!isGivenUp || !/\/api\//.test(request.url())) {
      faults.push(`failed: ${request.url()} ${error}`);
    }
  });
  page.on("console", (message) => {
    // The software renderer of a headless browser warns about its own slowness.
    if (message.type() === "warning" && !message.text().includes("GL Driver")) {
      faults.push(message.text());
    }
  });
  return { page, faults };
}

function frameTag(service: LiveService, slug: string, sandbox = SANDBOX): string {
  return `<iframe src="${service.url}/embed/${slug}/?key=${service.tableKey}" sandbox="${sandbox}"
    allowfullscreen style="width:830px;height:553px;border:0"></iframe>`;
}

/** Opens a parent page that fetches `current` on every message, as the contract advises. */
async function openParent(frames: string) {
  const { page, faults } = await newPage({ viewport: { width: 900, height: 1_750 } });
  await page.addInitScript(() => {
    const received: Received[] = [];
    Object.assign(window, { received });
    window.addEventListener("message", async ({ origin, data }) => {
      const slug =
        { dragontiger_phase: "dragontiger", baccarat_phase: "baccarat" }[data.type as string] ??
        "bigsixball";
      const base = document.querySelector("iframe")?.src ?? "";
      const response = await fetch(new URL(`/embed/${slug}/api/current`, base));
      received.push({ origin, data, current: await response.json() });
    });
  });
  await page.goto(await startParentPage(frames));
  return { page, faults };
}

async function receivedBy(page: Page, count: number): Promise<Received[]> {
  await page.waitForFunction(
    (wanted) => (window as unknown as { received: Received[] }).received.length >= wanted,
    count,
  );
  const all = await page.evaluate(() => (window as unknown as { received: Received[] }).received);
  for (const { data } of all) {
    requireMessage("phase-message", data);
  }
  return all;
}

function frameOf(page: Page, slug: string): Frame {
  const frame = page.frames().find((candidate) => candidate.url().includes(`/embed/${slug}/`));
  if (frame === undefined) {
    throw new Error(`There is no ${slug} frame.`);
  }
  return frame;
}

describe("the embed page in an operator's iframe", () => {
  test("each game posts each phase once", async () => {
    const service = started();
    const { page, faults } = await openParent(
      games.map(({ slug }) => frameTag(service, slug)).join(""),
    );
    for (const { slug } of games) {
      await frameOf(page, slug).locator("game-table canvas").waitFor();
    }
    // The card games' next round runs during the race; their last waiting phase passes between two checks.
    for (const [intoMs, count] of MOMENTS) {
      await page.emulateMedia(MOVING.includes(intoMs) ? WITH_MOTION : { reducedMotion: "reduce" });
      await moveClock(service, page, NOON_MS + intoMs);
      await receivedBy(page, count);
    }
    const received = await receivedBy(page, MOMENTS.at(-1)?.[1] ?? 0);
    for (const { type, phases } of games) {
      const ofGame = received.filter(({ data }) => data.type === type);
      expect(ofGame.map(({ data }) => data.phase).join(" ")).toBe(phases);
      for (const { data, current, origin } of ofGame) {
        expect([data.round, data.phase]).toEqual([current.round, current.phase]);
        expect(data.remainMs > 0).toBe(data.phase === "betting");
        expect(origin).toBe(service.url);
      }
      const betting = ofGame.find(({ data }) => data.phase === "betting");
      expect(betting?.data.remainMs).toBeGreaterThan(14_000);
    }
    expect(faults).toEqual([]);
  });

  test("the embed page works in a sandbox without allow-same-origin", async () => {
    const service = started();
    const { page, faults } = await openParent(frameTag(service, "baccarat", "allow-scripts"));
    await frameOf(page, "baccarat").locator("game-table canvas").waitFor();
    await moveClock(service, page, NOON_MS + 18_100);
    const [first] = await receivedBy(page, 1);
    expect(first?.origin).toBe("null");
    expect(first?.data.phase).toBe("revealing");
    expect(faults).toEqual([]);
  });

  test("the key never appears in a referrer, a message or a log line", async () => {
    const service = await startLiveService(NOON_MS + 1_000);
    const { page } = await openParent(frameTag(service, "dragontiger"));
    await frameOf(page, "dragontiger").locator("game-table canvas").waitFor();
    await moveClock(service, page, NOON_MS + 18_100);
    const received = await receivedBy(page, 1);
    expect(JSON.stringify(received)).not.toContain(service.tableKey);
    expect(service.log.join()).not.toContain(service.tableKey);
    const withKey = service.requests.filter(({ url, referer }) =>
      `${url} ${referer}`.includes(service.tableKey),
    );
    expect(withKey.map(({ url }) => url.split("?")[0])).toEqual(["/embed/dragontiger/"]);
  });

  test("the embed page is blocked on a site that the key does not allow", async () => {
    const service = started();
    const key = await issueKey(service, { origins: ["https://acme.example"] });
    const source = `${service.url}/embed/baccarat/?key=${key.keyText}`;
    // A browser that sends the parent's site gets the reason; otherwise the policy blocks the page.
    const named = await openParent(`<iframe src="${source}"></iframe>`);
    const reason = named.page.frameLocator("iframe").locator("main");
    await expect.poll(() => reason.textContent()).toContain("limited to certain sites");
    expect(named.faults.join()).toContain("403");
    const { page, faults } = await openParent(
      `<iframe referrerpolicy="no-referrer" src="${source}"></iframe>`,
    );
    await expect.poll(() => faults.join()).toContain("frame-ancestors https://acme.example");
    const addresses = () => page.frames().map((frame) => frame.url());
    await expect.poll(addresses).toContainEqual(expect.stringContaining("chrome-error:"));
  });
});

describe("the embed page in a tab", () => {
  const address = (service: LiveService, slug: string, more = "") =>
    `${service.url}/embed/${slug}/?key=${service.tableKey}${more}`;

  test("the embed page fills a box of any size, without scrolling", async () => {
    const service = started();
    const { page } = await newPage();
    await page.goto(address(service, "baccarat"));
    const canvas = page.locator("game-table canvas");
    for (const [width, height] of TABLE_FRAMES) {
      await page.setViewportSize({ width, height });
      await canvas.waitFor();
      const scrolled = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { width: scrollWidth, height: scrollHeight };
      });
      expect(scrolled).toEqual({ width, height });
      expect(await boxOf(page, "game-table")).toMatchObject({ width, height });
    }
  });

  test("without JavaScript, the embed page shows the phase in the chosen language", async () => {
    const service = started();
    const { page } = await newPage({ javaScriptEnabled: false });
    await page.goto(address(service, "dragontiger", "&lang=ko"));
    expect(await page.locator("game-table .phase").textContent()).toContain("베팅하세요");
  });
});

test("the element works on another site, from a single script at a permanent URL", async () => {
  const service = started();
  const { page, faults } = await newPage({ viewport: { width: 900, height: 600 } });
  const parent = await startParentPage(
    `<script type="module" src="${service.url}/game-table.js"></script><game-table game="baccarat"></game-table>`,
  );
  const scripts: string[] = [];
  page.on("request", (request) => request.url().endsWith(".js") && scripts.push(request.url()));
  await page.goto(parent);
  const phase = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener("phase", (event) => resolve((event as CustomEvent).detail.phase)),
      ),
  );
  await page.locator("game-table canvas").waitFor();
  await moveClock(service, page, NOON_MS + 18_100);
  expect(await phase).toBe("revealing");
  expect((await page.locator("game-table").boundingBox())?.height).toBeGreaterThan(500);
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((url) => !url.startsWith(service.url))).toEqual([]);
  expect(faults).toEqual([]);
});
