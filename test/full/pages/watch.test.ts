import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { momentOf } from "../../bench/support/bench-service.ts";
import { newPage } from "../../support/browser-page.ts";
import { isSamePicture, pictureOf } from "../../support/canvas-picture.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedLiveService } from "../../support/live-service.ts";
import { setVisible } from "../../support/visibility.ts";
import { weakLink } from "../../support/weak-link.ts";

/*
 * Tables on built pages whose surroundings change. The scenes' own watch test covers rounds with motion; here every
 * state is at rest, so that two pages show the same picture while they are compared.
 */

const service = sharedLiveService(momentOf("baccarat", "betting", 3_000));
const size = { width: 830, height: 553 };
/** Well into each phase, so that nothing is about to change. */
const INTO_MS = 1_000;

/** The console's message about requests that fail. */
const LOST_REQUEST = /Failed to load resource: net::/;

const canvasOf = (page: Page) => page.locator("game-table .stage canvas");

/** Shows the page on a screen with this many device pixels for each CSS pixel. */
function zoom(ratio: number): void {
  Object.defineProperty(window, "devicePixelRatio", { configurable: true, value: ratio });
}

async function open(url: string, { slug }: Game, ratio = 1) {
  const watched = await newPage({ viewport: size });
  await watched.page.addInitScript(zoom, ratio);
  await watched.page.goto(`${url}/embed/${slug}/?key=${service().tableKey}&lang=en`);
  await canvasOf(watched.page).waitFor();
  return watched;
}

/** Compares a page with a freshly opened one. */
async function expectLikeFresh(page: Page, game: Game, ratio = 1): Promise<void> {
  const { page: fresh } = await open(service().url, game, ratio);
  await eventually(async () =>
    isSamePicture(await pictureOf(canvasOf(page)), await pictureOf(canvasOf(fresh))),
  );
  await fresh.close();
}

test.each(games.filter(({ slug }) => slug !== "dragontiger"))(
  "a table of $slug looks like a freshly opened one after every interruption",
  async (game) => {
    const link = await weakLink(service().url);
    service().holdAt(momentOf(game.slug, "betting", INTO_MS));
    const { page, faults } = await open(link.url, game);
    const inPhase = (phase: string) => page.locator(`game-table [data-phase=${phase}]`).waitFor();

    link.mode = "is cut";
    service().holdAt(momentOf(game.slug, "revealing", INTO_MS));
    link.mode = "passes";
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await inPhase("revealing");
    await expectLikeFresh(page, game);

    await setVisible(page, false);
    service().holdAt(momentOf(game.slug, "result", INTO_MS));
    await inPhase("result");
    await setVisible(page, true);
    await expectLikeFresh(page, game);

    await page.evaluate(zoom, 2);
    service().holdAt(momentOf(game.slug, "waiting", INTO_MS));
    await inPhase("waiting");
    await expectLikeFresh(page, game, 2);

    expect(faults.filter((fault) => !LOST_REQUEST.test(fault))).toEqual([]);
  },
);

// Cause: a picture that failed permanently left a black box, without notice to players or the page.
test("a table that cannot be drawn describes each state in text", async () => {
  const [game] = games.filter(({ slug }) => slug === "dragontiger");
  if (game === undefined) {
    throw new Error("There is no Dragon Tiger.");
  }
  service().holdAt(momentOf(game.slug, "betting", INTO_MS));
  const { page } = await newPage({ viewport: size });
  await page.addInitScript(() => {
    const errors: unknown[] = [];
    Object.assign(window, { errors });
    addEventListener(
      "error",
      (event) => errors.push((event as unknown as CustomEvent<unknown>).detail),
      true,
    );
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (...args: unknown[]) {
      if (this.canvas.isConnected) {
        throw new TypeError("no picture");
      }
      Reflect.apply(drawImage, this, args);
    };
  });
  await page.goto(`${service().url}/embed/${game.slug}/?key=${service().tableKey}&lang=en`);
  await page.waitForFunction(() => (window as unknown as { errors: unknown[] }).errors.length > 1);
  const words = page.locator("game-table .poster");
  await words.waitFor();
  expect(await canvasOf(page).count()).toBe(0);
  service().holdAt(momentOf(game.slug, "result", 3_500));
  await words.filter({ hasText: /wins|tie/i }).waitFor();
  const errors = await page.evaluate(() => (window as unknown as { errors: unknown[] }).errors);
  expect(errors).toEqual([
    { code: "picture", detail: "The table is drawn again after an error: TypeError: no picture" },
    { code: "picture", detail: "The table is shown as text after an error: TypeError: no picture" },
  ]);
});
