import { describe, expect, test } from "vitest";
import { moodOf } from "../../../components/stage/mood.ts";
import type { Play } from "../../../components/stage/scene.ts";
import { tableStyles } from "../../../src/hud/styles.ts";
import { table } from "../../../src/hud/table.ts";
import { COUNTED_FROM_PX } from "../../../src/look/tokens.ts";
import { previewView } from "../../../src/previews/preview-view.ts";
import type { TableView } from "../../../src/table/view.ts";
import { textOf } from "../../hud/table-view.ts";
import { holdClock, newPage, sharedPage, WITH_MOTION } from "../../support/browser-page.ts";
import { eventually } from "../../support/eventually.ts";
import { startLiveService } from "../../support/live-service.ts";

/* The cause: while the cloth of a wide table counted the last seconds, an empty red ring stood over it. */

const WIDTHS = [320, 390, COUNTED_FROM_PX - 1, COUNTED_FROM_PX, 830, 1_920];
const CLOSES_MS = 15_000;
const NOON_MS = Date.UTC(2026, 6, 1, 12);

/** A table so wide so long before bets close, as the page writes it. */
function tableOf(width: number, leftMs: number): string {
  const elapsedMs = CLOSES_MS - leftMs;
  const choice = { slug: "baccarat", phase: "betting", elapsedMs, outcome: 0 } as const;
  const text = textOf(table(previewView({ ...choice, lang: "en" }) as TableView));
  const drawn = text.replace("<slot", "<canvas></canvas><slot");
  return `<div style="width:${width}px;height:${(width * 2) / 3}px"><template shadowrootmode="open"><style>${tableStyles}</style>${drawn}</template></div>`;
}

/** What the cloth counts at that moment. */
const countedAt = (leftMs: number): number => {
  const state = { phase: "betting" } as Play["state"];
  const view = { state, closesAtMs: CLOSES_MS } as unknown as Play;
  return moodOf(view, CLOSES_MS - leftMs).count;
};

describe.each(WIDTHS)("in a table %i px wide the last seconds", (width) => {
  const [moving, still] = [sharedPage(WITH_MOTION), sharedPage()];

  test("stand in the ring, the same as on the cloth, on a disc", async () => {
    for (const page of [moving(), still()]) {
      for (const leftMs of [4_999, 3_000, 2_001, 1_000, 40]) {
        await page.setContent(tableOf(width, leftMs));
        const ring = page.locator(".ring.last");
        const digits = ring.locator(".digits");
        expect(Number(await digits.textContent())).toBe(countedAt(leftMs));
        expect(await digits.evaluate((one) => getComputedStyle(one).opacity)).toBe("1");
        const fill = await ring.locator(".track").evaluate((one) => getComputedStyle(one).fill);
        expect(fill).not.toBe("none");
      }
    }
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
