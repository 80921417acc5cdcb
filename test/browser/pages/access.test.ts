import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { PHASES, phaseStartMs, roundAt } from "../../../src/round/clock.ts";
import { SHEETS } from "../../../src/controls.ts";
import { violations } from "../../support/axe.ts";
import { launchChromium } from "../../support/chromium.ts";
import { startLiveService } from "../../support/live-service.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function open(slug: string, startMs: number, query = "", size = [830, 553]): Promise<Page> {
  const service = await startLiveService(startMs);
  const [width = 0, height = 0] = size;
  const page = await browser.newPage({ viewport: { width, height } });
  onTestFinished(() => page.close());
  await page.goto(`${service.url}/embed/${slug}/?key=${service.demoKey}${query}`);
  await page.locator("game-table canvas").waitFor({ state: "attached" });
  return page;
}

const moments = games.flatMap((game) => PHASES.map((phase) => ({ slug: game.slug, phase, game })));

describe("an audit finds nothing", () => {
  test.each(moments)("on $slug in phase $phase", async ({ slug, phase, game }) => {
    const round = roundAt(NOON_MS, game.intervalMs);
    const page = await open(slug, phaseStartMs(round, phase, game) + 100);
    expect(await violations(page)).toEqual([]);
  });

  test.each(["light", "contrast"])("in theme %s, with every page of the sheet", async (theme) => {
    const page = await open("baccarat", NOON_MS + 1_000, `&theme=${theme}`);
    expect(await violations(page)).toEqual([]);
    for (const sheet of SHEETS) {
      await page.keyboard.press("Escape");
      await page.locator('game-table .bar [data-act="sheet"]').click();
      await page.locator(`game-table [data-act="sheet-${sheet}"]`).click();
      expect(await violations(page)).toEqual([]);
    }
  });

  test("on a phone, with the sheet of the race", async () => {
    const page = await open("bigsixball", NOON_MS + 1_000, "&lang=ko", [390, 700]);
    await page.locator('game-table .bar [data-act="sheet"]').click();
    expect(await violations(page)).toEqual([]);
  });
});

test("every button is at least 44 px in both directions", async () => {
  for (const size of [
    [830, 553],
    [390, 260],
    [390, 700],
  ]) {
    const page = await open("baccarat", NOON_MS + 1_000, "", size);
    await page.locator('game-table .bar [data-act="sheet"]').click();
    const boxes = await page.locator("game-table button:visible").evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height } = button.getBoundingClientRect();
        return Math.min(width, height);
      }),
    );
    expect(Math.min(...boxes)).toBeGreaterThanOrEqual(44);
  }
});
