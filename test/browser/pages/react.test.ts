import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GameTable } from "../../../components/game-table.ts";
import { openPage } from "../../support/browser-page.ts";
import { bundle } from "../../support/bundle.ts";
import { startParentPage } from "../../support/live-service.ts";
import type { ReactInBrowser } from "../../support/react-in-browser.ts";
import { runService } from "../../support/running-service.ts";
import type { RunningService } from "../../support/running-service.ts";

declare global {
  interface Window extends ReactInBrowser {}
}

type Props = Readonly<Record<string, unknown>>;

const NOON_MS = Date.UTC(2026, 6, 1, 12);

let service: RunningService;
/** React itself, with its complaints, for a browser. */
let react: string;

beforeAll(async () => {
  service = await runService({
    nowMs: NOON_MS,
    dataDir: await mkdtemp(join(tmpdir(), "tableside-")),
  });
  // No phase comes: tables that move keep the machine busy.
  service.holdAt(NOON_MS);
  react = await bundle("test/support/react-in-browser.ts", "reactInBrowser");
});
afterAll(async () => {
  await service.end();
  await rm(service.dataDir, { recursive: true });
});

/** An operator's page with React on it, and a table that its server rendered if `props` are given. */
async function operatorPage(props?: Props) {
  const html = props === undefined ? "" : renderToString(createElement("game-table", props));
  const address = await startParentPage(`<div id="app">${html}</div>`);
  const { page, faults: complaints } = await openPage(address);
  await page.addScriptTag({ content: react });
  return {
    page,
    html,
    complaints,
    /** Loads the element's script, and waits until a table on the page has drawn itself. */
    define: async () => {
      await page.addScriptTag({ url: `${service.url}/game-table.js`, type: "module" });
      await page.evaluate(() => customElements.whenDefined("game-table"));
    },
    drawn: () => page.locator("game-table .round").waitFor({ state: "attached" }),
    hydrate: (given: Props) =>
      page.evaluate(async (same) => {
        const app = document.querySelector("#app") as HTMLElement;
        window.hydrateRoot(app, window.createElement("game-table", same));
        await new Promise((done) => setTimeout(done, 50));
      }, given),
    render: (given: Props) =>
      page.evaluate((same) => {
        const app = document.querySelector("#app") as HTMLElement;
        window.createRoot(app).render(window.createElement("game-table", same));
      }, given),
  };
}

const isMuted = (page: Page) =>
  page.locator("game-table").evaluate((table: GameTable) => table.muted);

// The element once wrote a default theme, a remembered calm and its accent onto itself: React takes that
// for markup that its server did not send, and says so.
test.each<Props>([
  { game: "baccarat" },
  { game: "baccarat", theme: "light", accent: "#ff0000", lang: "ko" },
  { game: "baccarat", theme: "dark", sound: true, style: { "--accent": "#ff0000", width: 400 } },
])("a table that React rendered on a server hydrates without a complaint: %j", async (props) => {
  const { define, drawn, hydrate, complaints, html, page } = await operatorPage(props);
  await page.evaluate(() => localStorage.setItem("tableside:calm", "on"));
  await define();
  await drawn();
  expect(await page.locator("#app").innerHTML()).toBe(html);
  await hydrate(props);
  expect(complaints).toEqual([]);
});

// `muted={false}` leaves no trace in what React writes, on a server or before the element is defined.
describe("sound that React asks for is on", () => {
  test("when it was rendered on a server", async () => {
    const props = { game: "baccarat", sound: true };
    const { define, drawn, hydrate, page } = await operatorPage(props);
    await define();
    await drawn();
    expect(await isMuted(page)).toBe(false);
    await hydrate(props);
    expect(await isMuted(page)).toBe(false);
  });

  test.each([
    ["sound", { sound: true }, "before"],
    ["sound", { sound: true }, "after"],
    ["muted", { muted: "false" }, "before"],
    ["muted", { muted: "false" }, "after"],
    ["muted", { muted: false }, "after"],
  ] as const)("by %s %j, set %s the element is defined", async (_, option, order) => {
    const { define, drawn, render, page } = await operatorPage();
    for (const step of order === "before" ? [render, define] : [define, render]) {
      await step({ game: "baccarat", ...option });
    }
    await drawn();
    expect(await isMuted(page)).toBe(false);
  });
});

test("the first update leaves an accent alone that the page gave", async () => {
  const { define, drawn, render, page } = await operatorPage();
  await render({ game: "baccarat", style: { "--accent": "#ff0000" } });
  await define();
  await drawn();
  const accent = await page
    .locator("game-table")
    .evaluate((table) => getComputedStyle(table).getPropertyValue("--accent"));
  expect(accent).toBe("#ff0000");
});

describe("the line of the docs", () => {
  test.each(["src/snippets/element.html", "README.md"])(
    "in %s keeps the place of a table until there is one",
    async (file) => {
      const text = await readFile(new URL(`../../../${file}`, import.meta.url), "utf8");
      const line = /<game-table [^>]*><\/game-table>/.exec(text)?.[0] ?? "";
      const address = await startParentPage(`${line}<p>${"Below the table. ".repeat(200)}</p>`);
      const { page } = await openPage(address, { viewport: { width: 900, height: 800 } });
      const before = await page.locator("body > p").boundingBox();
      // Painted, so that a shift counts as one.
      await page.screenshot();
      await page.addScriptTag({ url: `${service.url}/game-table.js`, type: "module" });
      await page.locator("game-table canvas").waitFor();
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            const observer = new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) {
                sum += (entry as PerformanceEntry & { value: number }).value;
              }
            });
            observer.observe({ type: "layout-shift", buffered: true });
            requestAnimationFrame(() => setTimeout(() => resolve(sum), 100));
          }),
      );
      expect(shift).toBe(0);
      expect(await page.locator("body > p").boundingBox()).toEqual(before);
    },
  );
});
