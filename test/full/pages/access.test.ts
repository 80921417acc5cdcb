import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { SHEET_PAGES } from "../../../src/hud/table/controls.ts";
import { PHASES, phaseStartMs, roundAt } from "../../../src/round/phases.ts";
import { violations } from "../../support/axe.ts";
import { TABLE_FRAMES } from "../../support/boxes.ts";
import { openPage } from "../../support/browser-page.ts";
import { sharedLiveService } from "../../support/live-service.ts";
import { moveClock } from "../../support/move-clock.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);

/** Bets are open in every game. */
const BETTING_MS = NOON_MS + 1_000;
const service = sharedLiveService(BETTING_MS);

async function open(slug: string, query = "", size: readonly number[] = [830, 553]): Promise<Page> {
  const { url, tableKey } = service();
  const [width = 0, height = 0] = size;
  const address = `${url}/embed/${slug}/?key=${tableKey}${query}`;
  const { page } = await openPage(address, { viewport: { width, height } });
  await page.locator("game-table canvas").waitFor({ state: "attached" });
  return page;
}

async function openProof(page: Page): Promise<void> {
  await page.locator('game-table [data-action="proof"]').click();
  const proof = page.locator("game-table round-proof");
  await proof.locator("a, .again").first().waitFor();
  // On a busy machine, a response can exceed a table's timeout, and with a stopped clock there is no second request.
  while ((await proof.locator("a").count()) === 0) {
    await proof.locator(".again").click();
    await proof.locator("a, .again").first().waitFor();
  }
}

/** The shorter side of the smallest visible button or link, in CSS pixels. */
function smallest(page: Page): Promise<number> {
  return page.locator("game-table :is(button, a):visible").evaluateAll((targets) =>
    Math.min(
      ...targets.map((target) => {
        const { width, height } = target.getBoundingClientRect();
        return Math.min(width, height);
      }),
    ),
  );
}

// An audit is slow: `npm test` audits each game, phase, theme and sheet; the full run audits all combinations.
describe("an accessibility audit of every table", () => {
  test.each(games)("the accessibility audit passes on $slug in every phase", async (game) => {
    const round = roundAt(NOON_MS, game.intervalMs);
    const page = await open(game.slug);
    for (const phase of PHASES) {
      await moveClock(service(), page, phaseStartMs(round, phase, game) + 100);
      await page.locator(`game-table [data-phase="${phase}"]`).first().waitFor();
      expect([phase, ...(await violations(page))]).toEqual([phase]);
    }
  });

  test.each(["light", "contrast"])(
    "the accessibility audit passes on every page of a table's sheet in the %s theme",
    async (theme) => {
      const page = await open("baccarat", `&theme=${theme}`);
      expect(await violations(page)).toEqual([]);
      for (const name of SHEET_PAGES) {
        await page.keyboard.press("Escape");
        await page.locator('game-table .bar [data-action="sheet"]').click();
        await page.locator(`game-table [data-action="sheet-${name}"]`).click();
        expect(await violations(page)).toEqual([]);
      }
      await page.keyboard.press("Escape");
      await openProof(page);
      expect(await violations(page)).toEqual([]);
    },
  );
});

test.each(TABLE_FRAMES)(
  "every button in a %i x %i table is at least 44 px in both directions",
  async (...size) => {
    const page = await open("baccarat", "", size);
    await page.locator('game-table .bar [data-action="sheet"]').click();
    await page.locator("game-table .sheet").waitFor();
    expect(await smallest(page)).toBeGreaterThanOrEqual(44);
    await page.keyboard.press("Escape");
    await openProof(page);
    expect(await smallest(page)).toBeGreaterThanOrEqual(44);
  },
);

test("a round's proof can be used with the keyboard alone, even in the smallest table", async () => {
  const page = await open("baccarat", "", [320, 213]);
  await page.locator('game-table [data-action="proof"]').focus();
  await page.keyboard.press("Enter");
  const proof = page.locator("game-table round-proof");
  await proof.locator("a").waitFor();
  const text = proof.locator(".sheet-page");
  const [inside, across] = await text.evaluate(({ clientWidth, scrollWidth }) => [
    clientWidth,
    scrollWidth,
  ]);
  expect(across).toBe(inside);
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await page.waitForFunction(
    (scrolled) => (scrolled?.scrollTop ?? 0) > 0,
    await text.elementHandle(),
  );
  await page.keyboard.press("Tab");
  expect(await proof.locator("a:focus").count()).toBe(1);
  await page.keyboard.press("Escape");
  await proof.waitFor({ state: "detached" });
  expect(await page.locator('game-table [data-action="proof"]:focus').count()).toBe(1);
});
