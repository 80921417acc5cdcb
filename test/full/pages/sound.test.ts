import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, WITH_MOTION } from "../../support/browser-page.ts";
import { sharedLiveService } from "../../support/live-service.ts";
import { setVisible } from "../../support/visibility.ts";

/** A few seconds before the last bets are called. */
const started = sharedLiveService(Date.UTC(2026, 6, 1, 12, 0, 6));

/** Counts a page's audio contexts, and records its spoken text. */
const spy = () => {
  const contexts: AudioContext[] = [];
  const spoken: string[] = [];
  Object.assign(window, { contexts, spoken });
  // Otherwise a test that only reads the page would count as a press.
  const activation = { hasBeenActive: false };
  Object.defineProperty(navigator, "userActivation", { value: activation });
  for (const press of ["pointerdown", "keydown"]) {
    addEventListener(press, () => (activation.hasBeenActive = true), true);
  }
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      contexts.push(this);
    }
  };
  const voices = [{ lang: "en-US", localService: true, default: true }];
  Object.defineProperty(window, "speechSynthesis", {
    value: {
      speaking: false,
      pending: false,
      getVoices: () => voices,
      speak: ({ text }: { text: string }) => spoken.push(text),
      cancel: () => {},
    },
  });
  // Accepts the fake voice, which the browser's own class would reject.
  window.SpeechSynthesisUtterance = class extends EventTarget {
    readonly text: string;
    constructor(text = "") {
      super();
      this.text = text;
    }
  } as unknown as typeof SpeechSynthesisUtterance;
};

const statesOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { contexts: AudioContext[] }).contexts.map(({ state }) => state),
  );
const spokenIn = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { spoken: string[] }).spoken.filter((text) => text !== ""),
  );

async function openTable() {
  const service = started();
  const address = `${service.url}/embed/dragontiger/?key=${service.tableKey}`;
  const options = { viewport: { width: 830, height: 553 }, ...WITH_MOTION };
  const { page, faults, asked } = await openPage("about:blank", options);
  await page.addInitScript(spy);
  await page.goto(address);
  const table = page.locator("game-table");
  // The server's rendering also has the countdown, but does not react to keys.
  await table.locator("canvas").waitFor();
  return { page, faults, asked, table };
}

const isLoaded = (asked: readonly string[]) => asked.some((url) => url.includes("soundtrack"));

test("sound is loaded only when the viewer turns it on", async () => {
  const { page, faults, asked, table } = await openTable();
  expect([isLoaded(asked), await statesOf(page)]).toEqual([false, []]);
  // Adds another table to the page.
  await page.evaluate(() => document.body.append(document.createElement("game-table")));
  await page.evaluate(() =>
    Object.assign(document.querySelectorAll("game-table")[1]!, { game: "baccarat", sound: true }),
  );
  await table.first().locator('.bar [data-action="mute"]').click();
  await expect.poll(() => statesOf(page)).toEqual(["running"]);
  expect(isLoaded(asked)).toBe(true);

  await setVisible(page, false);
  await expect.poll(() => statesOf(page)).toEqual(["suspended"]);
  await setVisible(page, true);
  await expect.poll(() => statesOf(page)).toEqual(["running"]);
  await table.first().locator('.bar [data-action="mute"]').click();
  await page.evaluate(() => document.querySelectorAll("game-table")[1]!.remove());
  await expect.poll(() => statesOf(page)).toEqual(["suspended"]);
  expect(faults).toEqual([]);
});

test("the volume that a viewer sets with the keyboard is remembered", async () => {
  // Cause: in the README's frame size, the dealer's voice could be turned on only with a key.
  const { page, faults, table } = await openTable();
  const checked = () => table.locator('[name="level"]:checked').inputValue();
  await table.locator(".table").focus();
  await page.keyboard.press("v");
  await expect.poll(checked).toBe("off");
  await expect.poll(() => table.locator('[name="level"]:focus').count()).toBe(1);
  await page.keyboard.press("ArrowRight");
  expect(await checked()).toBe("effects");
  await page.keyboard.press("ArrowRight");
  expect(await checked()).toBe("all");
  await expect.poll(() => statesOf(page)).toEqual(["running"]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  expect(await table.getByLabel("Volume").inputValue()).toBe("65");
  // Accepts any of the next announcements, because a busy machine can miss one.
  await expect.poll(async () => (await spokenIn(page))[0]).toMatch(/bets$|^Dragon/);
  await page.keyboard.press("Escape");
  await expect.poll(() => table.locator("sound-panel").count()).toBe(0);

  await page.reload();
  await table.locator('.bar [data-action="sound-panel"]').click();
  await expect.poll(checked).toBe("all");
  expect(await table.getByLabel("Volume").inputValue()).toBe("65");
  await table.getByLabel("Off").check();
  expect(await table.evaluate((element) => (element as { muted?: boolean }).muted)).toBe(true);
  expect(faults).toEqual([]);
});
