import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { RoundState } from "../../src/wire/responses.ts";
import { newPage } from "../support/browser-page.ts";
import { eventually } from "../support/eventually.ts";
import { startListening } from "../support/listening-service.ts";
import { startParentPage } from "../support/live-service.ts";
import { setDown } from "../support/service.ts";

declare global {
  interface Window {
    followState: (address: string, onState: (state: RoundState | null) => void) => () => void;
    /** The phases received so far; null for a missing state. */
    published: (string | null)[];
    end: () => void;
  }
}

// The README's example used an EventSource, which never reconnects after a 503.
test("stream.js reconnects after maintenance", async () => {
  const service = await startListening();
  const { page } = await newPage();
  await page.clock.install();
  await page.goto(await startParentPage(""));
  const snippet = await readFile(new URL("../../src/snippets/stream.js", import.meta.url), "utf8");
  await page.addScriptTag({
    content: `${snippet}\nwindow.followState = followState;`,
    type: "module",
  });
  // A module added to a page does not run immediately.
  await expect.poll(() => page.evaluate(() => "followState" in window)).toBe(true);
  await page.evaluate((address) => {
    window.published = [];
    window.end = window.followState(address, (state) =>
      window.published.push(state?.phase ?? null),
    );
  }, `${service.url}/embed/baccarat/api/stream`);
  const published = () => page.evaluate(() => window.published);
  await eventually(async () => (await published()).length === 1);
  expect(await published()).toEqual(["betting"]);

  await setDown(service.dataDir, ["baccarat"], true);
  // The stream ends, and the service rejects the immediate reconnect, so the browser gives up.
  await eventually(async () => (await published()).length === 3);
  await page.clock.runFor(20_000);
  await eventually(async () => (await published()).length === 4);
  expect(await published()).toEqual(["betting", null, null, null]);

  await setDown(service.dataDir, ["baccarat"], false);
  await eventually(async () => {
    await page.clock.runFor(20_000);
    return (await published()).at(-1) === "betting";
  });

  await page.evaluate(() => window.end());
  const before = await published();
  await page.clock.runFor(60_000);
  expect(await published()).toEqual(before);
});
