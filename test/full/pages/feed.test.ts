import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { roundAt } from "../../../src/round/phases.ts";
import { patientPage } from "../../support/browser-page.ts";
import { launchChromium } from "../../support/chromium.ts";
import { eventually } from "../../support/eventually.ts";
import { startLiveService } from "../../support/live-service.ts";
import type { LiveService } from "../../support/live-service.ts";
import { startOperatorPage } from "../../support/operator-site.ts";
import type { OperatorPage } from "../../support/operator-site.ts";
import { weakLink } from "../../support/weak-link.ts";
import type { WeakLink } from "../../support/weak-link.ts";

/** With these, which automation sets, a hidden page lives on as if seen, and none is kept to be gone back to. */
const UNNATURAL = [
  "--disable-back-forward-cache",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

/** A Chromium that slows hidden pages down and keeps pages that were left, as a person's does. */
function launchNaturalChromium(): Promise<Browser> {
  return launchChromium({ ignoreDefaultArgs: UNNATURAL });
}

/**
 * Opens a tab in front of all others, as a person does. By the browser's own command: a page that
 * Playwright holds believes for ever that it is the one in front.
 */
async function openTab(browser: Browser, url: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send("Target.createTarget", { url });
  await session.detach();
}

/** Noon, so the start of a round of every game. */
const NOON_MS = Date.UTC(2026, 6, 1, 12);
/** In every game bets are open. */
const BETTING_MS = NOON_MS + 1_000;
/** The half-minute games reveal. */
const REVEALING_MS = NOON_MS + 18_100;

let browser: Browser;
beforeAll(async () => {
  browser = await launchNaturalChromium();
});
afterAll(() => browser.close());

/** A page of an operator with tables on it, and the link over which they reach their service. */
interface Scene {
  service: LiveService;
  link: WeakLink;
  operator: OperatorPage;
}

interface SceneOptions {
  slugs?: readonly string[];
  sandbox?: string;
  /** What stands above the tables. */
  above?: string;
}

const SANDBOX = "allow-scripts allow-same-origin allow-popups";

async function scene({
  slugs = ["dragontiger"],
  sandbox = SANDBOX,
  above = "",
}: SceneOptions = {}): Promise<Scene> {
  const service = await startLiveService(BETTING_MS);
  // Phases come when a test wants them, however long a busy machine takes to open a page.
  service.holdAt(BETTING_MS);
  const link = await weakLink(service.url);
  const frames = slugs.map(
    (slug) =>
      `<iframe src="${link.url}/embed/${slug}/?key=${service.demoKey}" sandbox="${sandbox}"
        style="width:400px;height:300px;border:0"></iframe>`,
  );
  return { service, link, operator: await startOperatorPage(above + frames.join("")) };
}

/** Opens the page in a window of its own, once the tables in it are drawn by the element. */
async function openPage(
  { operator }: Scene,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const page = await patientPage(browser);
  onTestFinished(() => page.close());
  await prepare?.(page);
  await page.goto(operator.url);
  await tablesOf(page);
  return page;
}

/** Waits until the element has taken over from what the server drew. */
async function tablesOf(page: Page): Promise<void> {
  for (const frame of page.mainFrame().childFrames()) {
    // Asked from here: a frame out of sight has no frames of animation to ask in.
    await eventually(() =>
      frame.evaluate(() => document.querySelector("game-table:defined") !== null),
    );
  }
}

/** What the light of the first table says. */
const light = (page: Page) => page.frameLocator("iframe").first().locator("game-table .link");

/** The round of Dragon Tiger that runs so long after noon. */
const roundAfter = (ms: number) => roundAt(NOON_MS + ms, 30_000);

describe("three games in two tabs, over six connections at most", () => {
  test("take three of them, and stay three when a tab is closed", async () => {
    const slugs = games.map(({ slug }) => slug);
    const stage = await scene({ slugs });
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
    // The service's clock stands between two phases and that of a table does not. So on a busy machine
    // a table asks for a phase that is late; it is not to need an answer.
    link.mode = "loses polls";
    service.holdAt(REVEALING_MS);
    // The race of a minute has bets open still.
    await eventually(() => operator.received.length === 4);
    expect(link.streams).toBe(3);
    link.mode = "passes";
    // All six are free for others: none of these waits for a stream to end.
    for (const frame of second.mainFrame().childFrames()) {
      expect(await frame.evaluate(async () => (await fetch("api/current")).status)).toBe(200);
    }
    await first.close();
    await eventually(() => link.streams === 3);
    link.mode = "loses polls";
    service.holdAt(NOON_MS + 24_100);
    await eventually(() => operator.received.length === 6);
  });
});

describe("a phase comes by message and needs no timer", () => {
  test("in a hidden tab", async () => {
    const stage = await scene();
    await openTab(browser, stage.operator.url);
    await eventually(() => stage.link.streams === 1);
    await openTab(browser, "about:blank");
    await eventually(() => stage.operator.visibility === "hidden");
    // A busy machine may take so long to get here that the table asks for the phase: it is not to need that.
    stage.link.mode = "loses polls";
    stage.service.holdAt(REVEALING_MS);
    await eventually(() => stage.operator.received.length === 1);
    expect(stage.operator.received[0]).toMatchObject({ phase: "revealing", visibility: "hidden" });
  });
});

describe("a table announces the present phase, and each phase once,", () => {
  const LATER_MS = 47 * 60_000;

  test("after its server was killed and came back", async () => {
    const { service, link, operator, ...stage } = await scene();
    const page = await openPage({ service, link, operator, ...stage });
    await eventually(() => link.streams === 1);
    link.mode = "is cut";
    await eventually(async () => (await light(page).textContent())?.startsWith("No conn") ?? false);
    service.holdAt(NOON_MS + LATER_MS + 24_100);
    link.mode = "passes";
    await eventually(() => operator.received.length > 0);
    expect(operator.received).toMatchObject([{ phase: "result", round: roundAfter(LATER_MS) }]);
  });
});

test("a table is right again when its page is gone back to", async () => {
  const { service, link } = await scene({ slugs: [] });
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
  // The very page, out of the browser's cache.
  expect(await page.evaluate(() => Object.hasOwn(window, "isKept"))).toBe(true);
  await eventually(says(10 * 60_000));
});
