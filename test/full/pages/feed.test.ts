import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { roundAt } from "../../../src/round/phases.ts";
import type { PhaseMessage } from "../../../src/wire/phase-event.ts";
import { patientPage } from "../../support/browser-page.ts";
import { launchChromium } from "../../support/chromium.ts";
import { eventually } from "../../support/eventually.ts";
import { startLiveService } from "../../support/live-service.ts";
import { listen } from "../../support/running-service.ts";
import { weakLink } from "../../support/weak-link.ts";

/** Flags that automation sets. With them, hidden pages run as if visible, and no page enters the back/forward cache. */
const UNNATURAL = [
  "--disable-back-forward-cache",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

function launchNaturalChromium(): Promise<Browser> {
  return launchChromium({ ignoreDefaultArgs: UNNATURAL });
}

/**
 * Opens a tab in front of all others. Uses a browser command, because a page that Playwright controls always
 * believes that it is in front.
 */
async function openTab(browser: Browser, url: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send("Target.createTarget", { url });
  await session.detach();
}

/** Noon, when a round of every game starts. */
const NOON_MS = Date.UTC(2026, 6, 1, 12);
/** Bets are open in every game. */
const BETTING_MS = NOON_MS + 1_000;
/** The half-minute games are revealing. */
const REVEALING_MS = NOON_MS + 18_100;

let browser: Browser;
beforeAll(async () => {
  browser = await launchNaturalChromium();
});
afterAll(() => browser.close());

const SCRIPT = `
  const report = (what, body) => fetch("/" + what, { method: "POST", body, keepalive: true });
  const look = () => report("visibility", document.visibilityState);
  addEventListener("message", ({ data }) =>
    report("message", JSON.stringify({ ...data, visibility: document.visibilityState })));
  document.addEventListener("visibilitychange", look);
  look();
`;

/**
 * Serves an operator's page with this body, which reports its messages and visibility however it was opened. It is on a
 * different site from the service, so that its frames have their own process.
 */
async function startOperatorPage(body: string) {
  const received: (PhaseMessage & { visibility: DocumentVisibilityState })[] = [];
  const page = { url: "", received, visibility: "" };
  const { url, end } = await listen(async (request, response) => {
    const published = await text(request);
    if (request.url === "/message") {
      received.push(JSON.parse(published) as (typeof received)[number]);
    } else if (request.url === "/visibility") {
      page.visibility = published;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      request.method === "POST"
        ? ""
        : `<!doctype html><title>Operator</title><script>${SCRIPT}</script>${body}`,
    );
  });
  onTestFinished(end);
  return Object.assign(page, { url: url.replace("127.0.0.1", "localhost") });
}

const SANDBOX = "allow-scripts allow-same-origin allow-popups";

/** An operator's page with tables, and the link between the tables and their service. */
async function scene(slugs: readonly string[] = ["dragontiger"]) {
  const service = await startLiveService(BETTING_MS);
  // The clock is stopped, so that phases change only when the test sets it, however slow the machine is.
  service.holdAt(BETTING_MS);
  const link = await weakLink(service.url);
  const frames = slugs.map(
    (slug) =>
      `<iframe src="${link.url}/embed/${slug}/?key=${service.tableKey}" sandbox="${SANDBOX}"
        style="width:400px;height:300px;border:0"></iframe>`,
  );
  return { service, link, operator: await startOperatorPage(frames.join("")) };
}

/** Waits until the element has replaced the server's rendering. */
async function tablesOf(page: Page): Promise<void> {
  for (const frame of page.mainFrame().childFrames()) {
    // The test polls, because an invisible frame has no animation frames.
    await eventually(() =>
      frame.evaluate(() => document.querySelector("game-table:defined") !== null),
    );
  }
}

const roundAfter = (ms: number) => roundAt(NOON_MS + ms, 30_000);

test("all tabs together open one stream for each game", async () => {
  const slugs = games.map(({ slug }) => slug);
  const stage = await scene(slugs);
  const { service, link, operator } = stage;
  const context = await browser.newContext();
  context.setDefaultTimeout(120_000);
  onTestFinished(() => context.close());
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second]) {
    await page.goto(operator.url);
    await tablesOf(page);
  }
  await eventually(() => link.streams === 3);
  // The service's clock is stopped between two phases, but a table's is not. On a busy machine, a table might therefore
  // request a late phase; the test must not depend on that response.
  link.mode = "loses polls";
  service.holdAt(REVEALING_MS);
  // The one-minute race still has bets open.
  await eventually(() => operator.received.length === 4);
  expect(link.streams).toBe(3);
  link.mode = "passes";
  // All six connections are free: none of these requests waits for a stream to end.
  for (const frame of second.mainFrame().childFrames()) {
    expect(await frame.evaluate(async () => (await fetch("api/current")).status)).toBe(200);
  }
  await first.close();
  await eventually(() => link.streams === 3);
  link.mode = "loses polls";
  service.holdAt(NOON_MS + 24_100);
  await eventually(() => operator.received.length === 6);
});

test("a hidden tab gets each phase without a timer", async () => {
  const stage = await scene();
  await openTab(browser, stage.operator.url);
  await eventually(() => stage.link.streams === 1);
  await openTab(browser, "about:blank");
  await eventually(() => stage.operator.visibility === "hidden");
  // On a busy machine, the table might request the phase now; the test must not depend on that.
  stage.link.mode = "loses polls";
  stage.service.holdAt(REVEALING_MS);
  await eventually(() => stage.operator.received.length === 1);
  expect(stage.operator.received[0]).toMatchObject({ phase: "revealing", visibility: "hidden" });
});

test("a table is up to date when the viewer navigates back to it", async () => {
  const { service, link } = await scene([]);
  const { url } = await startOperatorPage(
    `<script type="module" src="${link.url}/game-table.js"></script>
    <game-table game="dragontiger" style="width:400px;height:300px"></game-table>`,
  );
  const page = await patientPage(browser);
  onTestFinished(() => page.close());
  await page.goto(url);
  const round = () => page.locator("game-table .round").first().textContent();
  const says = (ms: number) => async () =>
    (await round())?.includes(roundAfter(ms).toLocaleString("en")) ?? false;
  await eventually(says(1_000));
  await page.evaluate(() => Object.assign(window, { isKept: true }));
  await page.goto("about:blank");
  service.holdAt(NOON_MS + 10 * 60_000 + 1_000);
  await page.goBack({ waitUntil: "commit" });
  // The same page, from the browser's cache.
  expect(await page.evaluate(() => Object.hasOwn(window, "isKept"))).toBe(true);
  await eventually(says(10 * 60_000));
});
