import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, WITH_MOTION } from "../../support/browser-page.ts";
import { sharedLiveService } from "../../support/live-service.ts";
import type { LiveService } from "../../support/live-service.ts";

/** Three seconds into betting, when the clock stops. */
const BETTING_MS = Date.UTC(2026, 6, 1, 12) + 3_000;
const service = sharedLiveService(BETTING_MS);
const addressOf = ({ url, tableKey }: LiveService) => `${url}/embed/baccarat/?key=${tableKey}`;
const isDrawn = (page: Page) => page.locator("game-table canvas").waitFor();
const forFacts = (asked: readonly string[]) => asked.filter((url) => /\/table-facts\./.test(url));

test("a table states a fact about the last round while bets are open", async () => {
  const { page, asked } = await openPage(addressOf(service()), WITH_MOTION);
  const facts = page.locator("table-facts");
  // Two hands of a coup, and a note that they predict nothing.
  await expect.poll(() => facts.locator(".card").count()).toBeGreaterThan(3);
  await expect.poll(() => facts.locator(".note").innerText()).toBe("Every round is independent.");
  expect(forFacts(asked)).toHaveLength(1);
  service().holdAt(BETTING_MS + 30_000);
  await page.getByText("1,442").waitFor();
  await expect.poll(() => facts.locator(".note").count()).toBe(1);
});

test("a table without motion does not state facts", async () => {
  const { page, asked } = await openPage(`${service().url}/healthz`, WITH_MOTION);
  await page.evaluate(() => localStorage.setItem("tableside:calm", "on"));
  await page.goto(addressOf(service()));
  await isDrawn(page);
  expect(await page.locator(".table[data-calm]").count()).toBe(1);
  expect(await page.locator("table-facts").count()).toBe(0);
  expect(forFacts(asked)).toEqual([]);
});
