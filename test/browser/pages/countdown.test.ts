import { describe, expect, test } from "vitest";
import { isCountedOn } from "../../../components/stage/measures.ts";
import { countedStyles } from "../../../src/hud/counted-styles.ts";
import { tableStyles } from "../../../src/hud/styles.ts";
import { table } from "../../../src/hud/table.ts";
import { COUNTED_FROM_PX } from "../../../src/look/tokens.ts";
import { previewView } from "../../../src/previews/preview-view.ts";
import type { TableView } from "../../../src/table/view.ts";
import { textOf } from "../../hud/table-view.ts";
import { holdClock, newPage, sharedPage, WITH_MOTION } from "../../support/browser-page.ts";
import { eventually } from "../../support/eventually.ts";
import { startLiveService } from "../../support/live-service.ts";

/* The cause: in the last seconds one number stood in the ring and the same on the cloth. */

const WIDTHS = [320, 390, COUNTED_FROM_PX - 1, COUNTED_FROM_PX, 830, 1_920];
const LAST_MS = 12_000;
const NOON_MS = Date.UTC(2026, 6, 1, 12);

interface Shown {
  isCalm?: boolean;
  hasCanvas?: boolean;
}

/** A table so wide three seconds before bets close, as the page writes it. */
function tableOf(width: number, { isCalm = false, hasCanvas = true }: Shown): string {
  const choice = { slug: "baccarat", phase: "betting", elapsedMs: LAST_MS, outcome: 0 } as const;
  const view = previewView({ ...choice, lang: "en" }) as TableView;
  const text = textOf(table({ ...view, controls: { ...view.controls, calm: isCalm } }));
  const drawn = hasCanvas ? text.replace("<slot", "<canvas></canvas><slot") : text;
  return `<div style="width:${width}px;height:${(width * 2) / 3}px"><template shadowrootmode="open"><style>${tableStyles}${countedStyles}</style>${drawn}</template></div>`;
}

describe.each(WIDTHS)("in a table %i px wide the last seconds", (width) => {
  const [moving, still] = [sharedPage(WITH_MOTION), sharedPage()];
  const ringShows = async (page: ReturnType<typeof moving>, shown: Shown = {}) => {
    await page.setContent(tableOf(width, shown));
    const digits = page.locator(".ring.last .digits");
    expect(await digits.textContent()).toBe("3");
    const isShown = (await digits.evaluate((one) => getComputedStyle(one).opacity)) === "1";
    // Without digits it was a red disc.
    const fill = await page
      .locator(".ring.last .track")
      .evaluate((track) => getComputedStyle(track).fill);
    expect(fill !== "none").toBe(isShown);
    return isShown;
  };

  test("are counted in one place: the ring, or the cloth", async () => {
    expect(await ringShows(moving())).toBe(!isCountedOn({ width }));
  });

  test("are counted in the ring where nothing moves on the cloth, and where there is none", async () => {
    expect(await ringShows(moving(), { isCalm: true })).toBe(true);
    expect(await ringShows(moving(), { hasCanvas: false })).toBe(true);
    expect(await ringShows(still())).toBe(true);
  });
});

// A screen reader says what changes there; numbers are the ring's, which it reads when asked.
test("a live table says once that bets are the last, and no seconds", async () => {
  const service = await startLiveService(NOON_MS + 1_000);
  service.holdAt(NOON_MS + 1_000);
  const { page } = await newPage();
  await holdClock(page, NOON_MS);
  await page.goto(`${service.url}/embed/baccarat/?key=${service.demoKey}`);
  const ring = page.locator("game-table .bar .ring");
  // The element takes over from what the server drew.
  const isLive = () =>
    (document.querySelector("game-table")?.shadowRoot?.adoptedStyleSheets.length ?? 0) > 0;
  await eventually(async () => {
    await page.clock.runFor(10);
    return page.evaluate(isLive);
  });
  while ((await ring.textContent())?.trim() !== "7") {
    await page.clock.runFor(100);
  }
  await page.locator("game-table .phase").evaluate((status) => {
    const said: (string | undefined)[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(status.textContent?.trim())).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const seconds: (string | null)[] = [];
  for (const _ of Array.from({ length: 6 })) {
    await page.clock.runFor(1_000);
    seconds.push(await ring.textContent());
  }
  expect(seconds.map((text) => text?.trim())).toEqual(["6", "5", "4", "3", "2", "1"]);
  expect(await page.evaluate(() => Reflect.get(window, "said"))).toEqual(["Last bets"]);
  expect(await ring.getAttribute("role")).toBe("timer");
  expect(await ring.getAttribute("aria-live")).toBeNull();
});
