import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { ReplayControls } from "../../../components/replay/replay-controls.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import type { Game } from "../../../src/games/contract.ts";
import { BOARD_ROUNDS } from "../../../src/hud/roads/current-board.ts";
import { phaseStartMs, roundAt } from "../../../src/round/phases.ts";
import { violations } from "../../support/axe.ts";
import { openPage } from "../../support/browser-page.ts";
import { sharedLiveService, startParentPage } from "../../support/live-service.ts";

/** The service began more than a day before the rounds' day, so their proof was published in time. */
const BEGAN_MS = Date.UTC(2026, 5, 30, 23);
const NOW_MS = Date.UTC(2026, 6, 2, 1);
const roundOf = (game: Game) => roundAt(NOW_MS, game.intervalMs) - 20;

const service = sharedLiveService(BEGAN_MS);

beforeAll(async () => {
  for (const phase of ["betting", "result"] as const) {
    service().holdAt(phaseStartMs(roundOf(baccarat), phase, baccarat));
    await service().catchUp();
  }
});

function openHouse() {
  const house = service();
  house.holdAt(NOW_MS);
  return house;
}

const replayOf = (game: Game, query = "") =>
  `${openHouse().url}/replay/${game.slug}/${roundOf(game)}${query}`;

async function waitUntilDrawn(page: Page): Promise<void> {
  await page.locator("replay-controls .play").waitFor();
  await page.locator("game-table canvas").waitFor();
}

/** Opens a replay for a viewer who prefers reduced motion, so that it rests at its end. */
async function openReplay(game: Game) {
  const watched = await openPage(replayOf(game), { locale: "en-US" });
  await waitUntilDrawn(watched.page);
  return watched;
}

const controls = (page: Page) =>
  page.locator("replay-controls").evaluateHandle((element) => element as ReplayControls);

/** Moves the slider like a viewer, and waits until the table has followed. */
async function scrub(page: Page, atMs: number): Promise<void> {
  await page.locator("replay-controls input").fill(String(atMs));
  await page
    .locator("game-table")
    .evaluate((table) => (table as unknown as ReplayControls).updateComplete);
}

const phaseOf = (page: Page) => page.locator("game-table .table").getAttribute("data-phase");
const picture = (page: Page) => page.locator("game-table .stage canvas").screenshot();

test("the replay page links to its round's check", async () => {
  const { page, faults } = await openReplay(baccarat);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Check this round" }).click();
  await page.locator(".verdict", { hasText: "Consistent: every check passes" }).waitFor();
  expect(faults).toEqual([]);
});

test("a screen reader announces the position after each key press", async () => {
  const { page } = await openReplay(baccarat);
  const slider = page.getByRole("slider", { name: "Position" });
  await slider.focus();
  await page.keyboard.press("End");
  expect(await phaseOf(page)).toBe("result");
  expect(await slider.getAttribute("aria-valuetext")).toBe("Result, 16.0 of 16.0 seconds");
  await page.keyboard.press("Home");
  await expect.poll(() => phaseOf(page)).toBe("betting");
  expect(await slider.getAttribute("aria-valuetext")).toBe("Last bets, 0.0 of 16.0 seconds");
});

test("a viewer who prefers reduced motion gets the result immediately", async () => {
  const { page } = await openReplay(baccarat);
  await page.locator('game-table [data-phase="result"]').waitFor();
  expect(await (await controls(page)).evaluate(({ replay }) => replay?.rate)).toBe(0);
  await scrub(page, 5_000);
  const still = await picture(page);
  await scrub(page, 8_000);
  expect((await picture(page)).equals(still)).toBe(true);
});

describe("a replay on an operator's page", () => {
  /** A page that records a table's events in order. */
  const PAGE = (url: string, attributes: string) => `
    <script type="module" src="${url}/game-table.js"></script>
    <script>
      fired = [];
      for (const name of ["ready", "phase", "result", "error", "connection"]) {
        addEventListener(name, ({ detail }) => fired.push([name, detail]), true);
      }
    </script>
    <game-table ${attributes} style="display: block; width: 390px; height: 300px"></game-table>`;

  const firedIn = (page: Page) => page.evaluate(() => (globalThis as { fired?: unknown }).fired);

  test("a table that an attribute turns into a replay does not fire phase events", async () => {
    const { url } = openHouse();
    const round = roundOf(baccarat);
    const parent = await startParentPage(PAGE(url, `game="baccarat" round="${round}"`));
    const { page, asked } = await openPage(parent);
    await page.locator("replay-controls .play").waitFor();
    for (const atMs of [0, 5_000, 14_000, 2_000, 16_000]) {
      await scrub(page, atMs);
    }
    expect(await phaseOf(page)).toBe("result");
    expect(await firedIn(page)).toEqual([["ready", { round, phase: "betting" }]]);
    expect(asked.filter((address) => /\/(current|stream)$/.test(address))).toEqual([]);
    // Switches to another round, and back to the live game.
    await page.evaluate(`document.querySelector("game-table").round = ${round - 1}`);
    await page.locator(".round b", { hasText: (round - 1).toLocaleString("en") }).waitFor();
    await page.evaluate(`document.querySelector("game-table").round = null`);
    await page.locator(".link.live").waitFor();
    expect(await page.locator("replay-controls").count()).toBe(0);
  });
});

describe("a replay from a live table", () => {
  async function openFramed(
    game: Game,
    size: [width: number, height: number],
    { sandbox = ALLOWED, query = "" } = {},
  ) {
    const [width, height] = size;
    const house = openHouse();
    const parent = await startParentPage(
      `<iframe src="${house.url}/embed/${game.slug}/?key=${house.tableKey}${query}" sandbox="${sandbox}"
        width="${width}" height="${height}" style="border: 0"></iframe>`,
    );
    const viewport = { width: width + 40, height: height + 40 };
    const { page } = await openPage(parent, { locale: "en-US", viewport });
    const frame = page.frameLocator("iframe");
    // The server's rendering does not react to presses.
    await frame.locator("game-table canvas").waitFor();
    return { page, frame, url: house.url };
  }
  /** Blocks the page in the new tab, since tests check only its URL. */
  const withoutReplay = (page: Page) =>
    page.context().route("**/replay/**", (route) => route.fulfill({ body: "A replay" }));
  const ALLOWED = "allow-scripts allow-same-origin allow-popups";
  const WIDE: [number, number] = [900, 600];

  test("a history row links to its round's replay", async () => {
    const { page, frame, url } = await openFramed(baccarat, WIDE);
    await frame.locator('[data-action="sheet"]').first().click();
    await frame.getByRole("tab", { name: "History" }).click();
    const row = frame.locator(".history tbody tr").nth(2).locator("a");
    const [opened] = await Promise.all([page.waitForEvent("popup"), row.click()]);
    await opened.locator("replay-controls .play").waitFor();
    const last = roundAt(NOW_MS, baccarat.intervalMs) - 1;
    expect(opened.url()).toBe(`${url}/replay/baccarat/${last - 2}?lang=en&theme=dark`);
    expect(await opened.evaluate(() => window.opener as unknown)).toBeNull();
  });

  // Cause: a light Korean table's replay was dark, and in the browser's language.
  test("a bead on the plate links to its round's replay", async () => {
    const query = "&lang=ko&theme=light&accent=f0a";
    const { page, frame, url } = await openFramed(baccarat, WIDE, { query });
    await withoutReplay(page);
    const plate = frame.locator(".roads .bead-plate svg");
    const box = await plate.boundingBox();
    const cell = (box?.height ?? 0) / 6;
    // The page displays the day's second board, whose ninth round is the third bead in the second column.
    const ninth = roundAt(Date.UTC(2026, 6, 2), baccarat.intervalMs) + BOARD_ROUNDS + 8;
    const at = { x: cell * 1.5, y: cell * 2.5 };
    const [opened] = await Promise.all([page.waitForEvent("popup"), plate.click({ position: at })]);
    expect(opened.url()).toBe(
      `${url}/replay/baccarat/${ninth}?lang=ko&theme=light&accent=%23ff00aa`,
    );
    await plate.click({ position: { x: (box?.width ?? 0) - cell / 2, y: cell * 5.5 } });
    expect(page.context().pages()).toHaveLength(2);
  });
});
