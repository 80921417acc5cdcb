import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { OPENING_TEST_KEY } from "../../../server/access/test-keys.ts";
import { openPage } from "../../support/browser-page.ts";
import { watchClipboard } from "../../support/clipboard.ts";
import { sharedLiveService } from "../../support/live-service.ts";
import { moveClock } from "../../support/move-clock.ts";
import { pressSpot } from "../../support/press-spot.ts";

/** Bets are open in every game. */
const BETTING_MS = Date.UTC(2026, 6, 1, 12, 0, 1);
/** The half-minute games have their results. */
const RESULT_MS = Date.UTC(2026, 6, 1, 12, 0, 24, 100);

const SNIPPETS = new URL("../../../src/snippets/", import.meta.url);

async function snippetFiles(address: string): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(
      ["iframe.html", "element.html", "lobby.html", "read.sh"].map(
        async (name): Promise<[string, string]> => {
          const text = await readFile(new URL(name, SNIPPETS), "utf8");
          return [
            name,
            text
              .replaceAll("https://games.example.com", address)
              .replaceAll("YOUR_API_KEY", OPENING_TEST_KEY),
          ];
        },
      ),
    ),
  );
}

async function shownSnippets(page: Page): Promise<Map<string, string>> {
  const shown = await page.$$eval(".snippet", (figures) =>
    figures.map((figure): [string, string] => [
      (figure as HTMLElement).dataset["file"] ?? "",
      `${figure.querySelector("pre")?.innerText}\n`,
    ]),
  );
  return new Map(shown.filter(([name]) => name.includes(".")));
}

const started = sharedLiveService(BETTING_MS);

test("the front page shows its tables' messages in a log", async () => {
  const service = started();
  const { page, faults } = await openPage(service.url);
  for (const slug of ["dragontiger", "baccarat", "bigsixball"]) {
    const table = page.locator(`.table[data-slug=${slug}] game-table`);
    await expect.poll(() => table.locator(".round").first().textContent()).toMatch(/\d/);
    const { width, height } = (await table.boundingBox()) ?? { width: 0, height: 1 };
    expect(width / height).toBeCloseTo(830 / 553, 1);
  }

  await moveClock(service, page, RESULT_MS);
  const log = page.getByRole("log");
  for (const [type, outcome] of [
    ["dragontiger_phase", /"dragon":\{"suit".*"result":"(dragon|tiger|tie)"/],
    ["baccarat_phase", /"player_cards":\[.*"result":"(player|banker|tie)"/],
  ] as const) {
    const entry = log.locator("li[data-phase=result]", { hasText: type });
    await entry.locator("code").nth(1).waitFor();
    const text = await entry.innerText();
    expect(text).toMatch(/^\d\d:\d\d:\d\d\n/);
    expect(text).toMatch(/"round":\d{6}, "daily_round":1441, "phase":"result", "remainMs":0/);
    expect(text).toMatch(outcome);
  }
  expect(await log.locator(".waiting").count()).toBe(0);
  expect(faults).toEqual([]);
});

test("the front page pays play money according to the result", async () => {
  const service = started();
  const { page, faults } = await openPage(service.url);
  const frame = page.locator(".table[data-slug=dragontiger]");
  const balance = page.locator(".balance");
  expect(await page.locator(".money").innerText()).toContain("Play money");
  for (const spot of ["dragon", "tie", "tiger"]) {
    await pressSpot(service, page, frame, spot, BETTING_MS);
  }
  await expect.poll(() => balance.innerText()).toBe("970");
  await expect
    .poll(() => frame.locator("[data-spot=dragon]").getAttribute("aria-label"))
    .toBe("Dragon, your bet: 10");
  await moveClock(service, page, RESULT_MS);
  // A winning bet returns 20; a tie returns 90, and half of both other bets.
  await expect.poll(() => balance.innerText()).toMatch(/^(990|1,070)$/);
  await frame.locator('[aria-label*="you get"]').first().waitFor();
  expect(faults).toEqual([]);
});

test("the front page shows every snippet with its own URL and key", async () => {
  const service = started();
  const { page, faults } = await openPage(service.url);
  const copied = await watchClipboard(page);
  const files = await snippetFiles(service.url);
  expect(await shownSnippets(page)).toEqual(files);
  for (const name of ["iframe.html", "read.sh"]) {
    await page.getByRole("button", { name: `Copy ${name}` }).click();
    await page.getByRole("button", { name: `Copied ${name}` }).waitFor();
    expect(await copied()).toBe(files.get(name));
  }
  for (const [, address = ""] of files.get("read.sh")?.matchAll(/curl "(.*)"/g) ?? []) {
    const response = await fetch(address);
    expect(response.status, `GET ${address}`).toBe(200);
  }
  expect(faults).toEqual([]);
});
