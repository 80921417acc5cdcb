import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPage, openPage, withoutTables } from "../../support/browser-page.ts";
import { watchClipboard } from "../../support/clipboard.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedLiveService, startParentPage } from "../../support/live-service.ts";
import { moveClock } from "../../support/move-clock.ts";
import { pressSpot } from "../../support/press-spot.ts";

/** Every game takes bets; pages that move keep the machine busy. */
const BETTING_MS = Date.UTC(2026, 6, 1, 12, 0, 1);
/** The half-minute games have their results. */
const RESULT_MS = Date.UTC(2026, 6, 1, 12, 0, 24, 100);

const SNIPPETS = new URL("../../../src/snippets/", import.meta.url);

/** The expected snippets of the page, with its URL and key. */
async function snippetFiles(address: string, key: string): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(
      ["iframe.html", "element.html", "lobby.html", "read.sh"].map(
        async (name): Promise<[string, string]> => {
          const text = await readFile(new URL(name, SNIPPETS), "utf8");
          return [
            name,
            text.replaceAll("https://games.example.com", address).replaceAll("YOUR_API_KEY", key),
          ];
        },
      ),
    ),
  );
}

/** The snippet of each file on the page, as a reader copies it. */
async function shownSnippets(page: Page): Promise<Map<string, string>> {
  const shown = await page.$$eval(".snippet", (figures) =>
    figures.map((figure): [string, string] => [
      (figure as HTMLElement).dataset["file"] ?? "",
      `${figure.querySelector("pre")?.innerText}\n`,
    ]),
  );
  return new Map(shown.filter(([name]) => name.includes(".")));
}

/** Opens the page with empty frames. */
async function openWithoutTables(address: string) {
  const watched = await newPage();
  await withoutTables(watched.page);
  await watched.page.goto(address);
  return watched;
}

describe("the operator's page with a demo key", () => {
  const started = sharedLiveService(BETTING_MS);

  test("the page logs the messages of its three frames", async () => {
    const service = started();
    const { page, faults } = await openPage(service.url);
    for (const slug of ["dragontiger", "baccarat", "bigsixball"]) {
      const box = `.table[data-slug=${slug}] iframe`;
      const frame = page.frameLocator(box);
      await frame.locator("game-table:defined").waitFor();
      expect(await frame.locator(".round").first().textContent()).toMatch(/\d/);
      expect(await page.getAttribute(box, "src")).toBe(
        `${service.url}/embed/${slug}/?key=${service.demoKey}`,
      );
      expect(await page.getAttribute(box, "sandbox")).toBe(
        "allow-scripts allow-same-origin allow-popups",
      );
      expect(await page.getAttribute(box, "allow")).toContain("fullscreen");
      expect(await page.getAttribute(box, "title")).toMatch(/, live$/);
      const { width, height } = (await page.locator(box).boundingBox()) ?? { width: 0, height: 1 };
      expect(width / height).toBeCloseTo(830 / 553, 1);
    }

    await moveClock(service, page, RESULT_MS);
    const log = page.getByRole("log");
    for (const [type, outcome] of [
      ["dragontiger_phase", /"dragon":\{"suit".*"result":"(dragon|tiger|tie)"/],
      ["baccarat_phase", /"player_cards":\[.*"result":"(player|banker|tie)"/],
    ] as const) {
      const entry = log.locator("li[data-phase=result]", { hasText: type });
      await entry.locator("p code").waitFor();
      const text = await entry.innerText();
      expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d{3}/);
      expect(text).toMatch(/round\s+\d{6}\s+daily_round\s+1441\s+remainMs\s+0/);
      expect(text).toMatch(outcome);
      expect(await entry.locator("[data-colour]").innerText()).toMatch(/^[DTPB=]$/);
    }
    expect(await log.locator(".waiting").count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("the page pays play money according to the result", async () => {
    const service = started();
    const { page, faults } = await openPage(service.url);
    const frame = page.frameLocator(".table[data-slug=dragontiger] iframe");
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
    // A winner gets 20, a tie 90 and half of both others.
    await expect.poll(() => balance.innerText()).toMatch(/^(990|1,070)$/);
    await frame.locator('[aria-label*="you get"]').first().waitFor();
    expect(faults).toEqual([]);
  });

  test("the page shows every snippet with its own URL and key", async () => {
    const service = started();
    const { page, faults } = await openWithoutTables(service.url);
    const copied = await watchClipboard(page);
    const files = await snippetFiles(service.url, service.demoKey);
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

  test("the iframe and the element that the page offers show a table on another site", async () => {
    const service = started();
    const files = await snippetFiles(service.url, service.demoKey);
    const site = await startParentPage(`${files.get("iframe.html")}${files.get("element.html")}`);
    const { page, faults } = await openPage(site);
    await page.frameLocator("iframe").locator("game-table .round").first().waitFor();
    const element = page.locator("body > game-table");
    await eventually(async () => /\d/.test(await element.locator(".round").first().innerText()));
    const { width, height } = (await element.boundingBox()) ?? { width: 0, height: 1 };
    expect(width / height).toBeCloseTo(830 / 553, 1);
    expect(faults).toEqual([]);
  });
});

describe("the operator's page without a demo key", () => {
  const started = sharedLiveService(BETTING_MS, { DEMO: "off" });

  test("the page says how to get a key", async () => {
    const service = started();
    const address = service.url;
    const { page, faults, asked } = await openPage(address);
    await page.locator("game-table .round").nth(2).waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    expect(asked.filter((url) => /\/embed\/\w+\/(\?|$)/.test(url))).toEqual([]);
    expect(await shownSnippets(page)).toEqual(await snippetFiles(address, "YOUR_API_KEY"));
    expect(await page.getByRole("link", { name: "your key" }).isVisible()).toBe(true);
    expect(await page.getByRole("link", { name: "Open the lobby" }).isVisible()).toBe(false);
    const key = await page.locator("#key").innerText();
    // The page once showed every visitor a command that only its owner can run.
    expect(key).not.toContain("npm run");
    expect(key).toContain("A key opens Dragon Tiger, Baccarat, Big Six Ball and the lobby");
    // The page once asked for payment although nothing is sold.
    expect(key).toContain("ask the owner of this service for a price");
    expect(key).not.toContain("USDT");
    const ways = page.locator("#key .portal a");
    const hrefs = (all: Element[]) =>
      all.filter((each) => each.checkVisibility()).map((each) => each.getAttribute("href"));
    expect(await ways.evaluateAll(hrefs)).toEqual(["/account/register/", "/account/"]);
    expect(await page.locator("main").innerText()).not.toMatch(/demo key/i);
    await moveClock(service, page, RESULT_MS);
    const entry = page.getByRole("log").locator("li").first();
    await entry.waitFor();
    expect(await entry.locator("> code").innerText()).toMatch(/^(dragontiger|baccarat)_phase$/);
    expect(faults).toEqual([]);
  });
});
