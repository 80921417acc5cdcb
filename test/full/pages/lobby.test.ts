import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { openPage } from "../../support/browser-page.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedLiveService, startLiveService } from "../../support/live-service.ts";
import { setVisible } from "../../support/visibility.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);
/** Bets are open in every game. */
const BETTING_MS = NOON_MS + 1_000;
/** The half-minute games are revealing, and bets on the race are open. */
const REVEALING_MS = NOON_MS + 18_100;

const shared = sharedLiveService(BETTING_MS);

const lobbyOf = ({ url, tableKey }: { url: string; tableKey: string }, query = "") =>
  `${url}/lobby/?key=${tableKey}${query}`;

const phaseOf = (page: Page, slug: string) =>
  page.locator(`game-lobby .tile:has([data-game="${slug}"])`).getAttribute("data-phase");

/** Waits until the element has replaced the server's rendering. */
async function live(page: Page | Frame): Promise<void> {
  await page.waitForFunction(() => {
    const lobby = document.querySelector("game-lobby");
    return lobby?.shadowRoot?.adoptedStyleSheets.length === 2;
  });
}

test("a lobby follows all tables over one connection", async () => {
  const service = await startLiveService(BETTING_MS);
  service.holdAt(BETTING_MS);
  const { page, faults } = await openPage(lobbyOf(service));
  await live(page);
  const streams = () => service.requests.filter(({ url }) => url.includes("/api/stream"));
  await eventually(() => streams().length > 0);
  for (const { slug } of games) {
    expect(await phaseOf(page, slug)).toBe("betting");
  }
  service.holdAt(REVEALING_MS);
  await expect.poll(() => phaseOf(page, "baccarat")).toBe("revealing");
  await expect.poll(() => phaseOf(page, "dragontiger")).toBe("revealing");
  expect(await phaseOf(page, "bigsixball")).toBe("betting");
  expect(streams().map(({ url }) => url)).toEqual(["/lobby/api/stream"]);
  const asked = service.requests.map(({ url }) => url);
  expect(asked.filter((url) => url.includes("/embed/"))).toEqual([]);
  expect(asked.filter((url) => /pixi|scene|game-table/.test(url))).toEqual([]);
  expect(faults).toEqual([]);
});

describe("a lobby tile", () => {
  test("a tile opens its table in place", async () => {
    const { page, faults } = await openPage(lobbyOf(shared(), "&lang=ko&theme=light"));
    await live(page);
    await page.locator('game-lobby [data-game="baccarat"]').click();
    const table = page.locator("game-lobby game-table");
    await table.locator("canvas").waitFor();
    expect(await table.getAttribute("theme")).toBe("light");
    expect(await table.locator("h2").textContent()).toBe("바카라");
    await page.locator("game-lobby .back").click();
    await page.locator("game-lobby .tile").first().waitFor();
    expect(await table.count()).toBe(0);
    expect(
      await page.evaluate(() => {
        const focused = document.querySelector("game-lobby")?.shadowRoot?.activeElement;
        return (focused as HTMLElement | null)?.dataset["game"];
      }),
    ).toBe("baccarat");
    expect(faults).toEqual([]);
  });

  test("a tile can be opened with the keyboard alone", async () => {
    const { page } = await openPage(lobbyOf(shared()));
    await live(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator('game-lobby game-table[game="baccarat"] canvas').waitFor();
    await page.keyboard.press("Enter");
    await page.locator("game-lobby .tile").first().waitFor();
    expect(await page.locator("game-lobby game-table").count()).toBe(0);
  });
});

test("a hidden lobby closes its connection until it is visible again", async () => {
  const service = await startLiveService(BETTING_MS);
  service.holdAt(BETTING_MS);
  const { page } = await openPage(lobbyOf(service));
  await live(page);
  const streams = () => service.requests.filter(({ url }) => url.includes("/api/stream")).length;
  await eventually(() => streams() > 0);
  const ended = () =>
    page.evaluate(
      () =>
        performance
          .getEntriesByType("resource")
          .filter(({ name }) => name.endsWith("/lobby/api/stream")).length,
    );
  await setVisible(page, false);
  // The browser adds an entry when a request has ended. On a busy machine, there can be more than one.
  await eventually(async () => (await ended()) === streams());
  const before = streams();
  service.holdAt(REVEALING_MS);
  await setVisible(page, true);
  await expect.poll(() => phaseOf(page, "baccarat")).toBe("revealing");
  await eventually(() => streams() > before);
});
