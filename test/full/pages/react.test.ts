import type { Page } from "playwright-core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import type { GameTable } from "../../../components/game-table.ts";
import { openPage } from "../../support/browser-page.ts";
import { bundle } from "../../support/bundle.ts";
import { sharedLiveService, startParentPage } from "../../support/live-service.ts";
import type { ReactInBrowser } from "../../support/react-in-browser.ts";

declare global {
  interface Window extends ReactInBrowser {}
}

type Props = Readonly<Record<string, unknown>>;

/** No phase changes: tables that move keep the machine busy. */
const service = sharedLiveService(Date.UTC(2026, 6, 1, 12));
let react: string;
beforeAll(async () => {
  react = await bundle("test/support/react-in-browser.ts", "reactInBrowser");
});

async function operatorPage(...props: Props[]) {
  const html = props.map((each) => renderToString(createElement("game-table", each)));
  const address = await startParentPage(html.map((each) => `<div>${each}</div>`).join(""));
  const { page, faults: complaints } = await openPage(address);
  await page.addScriptTag({ content: react });
  return {
    page,
    html,
    complaints,
    define: async () => {
      await page.addScriptTag({ url: `${service().url}/game-table.js`, type: "module" });
      await page.evaluate(() => customElements.whenDefined("game-table"));
    },
    drawn: async () => {
      for (const table of await page.locator("game-table").all()) {
        await table.locator(".round").waitFor({ state: "attached" });
      }
    },
    hydrate: () =>
      page.evaluate(async (same) => {
        for (const [index, place] of document.querySelectorAll("body > div").entries()) {
          window.hydrateRoot(place, window.createElement("game-table", same[index]));
        }
        await new Promise((done) => setTimeout(done, 50));
      }, props),
    render: (...given: Props[]) =>
      page.evaluate((all) => {
        for (const each of all) {
          const place = document.body.appendChild(document.createElement("div"));
          window.createRoot(place).render(window.createElement("game-table", each));
        }
      }, given),
  };
}

const areMuted = (page: Page) =>
  page
    .locator("game-table")
    .evaluateAll((tables) => tables.map((table) => (table as GameTable).muted));

// The element once wrote a default theme, a remembered calm and its accent onto itself, which React reports as a
// mismatch with the server's markup.
test("tables that React rendered on a server hydrate without a warning", async () => {
  const { define, drawn, hydrate, complaints, html, page } = await operatorPage(
    { game: "baccarat" },
    { game: "baccarat", theme: "light", accent: "#ff0000", lang: "ko" },
    { game: "baccarat", theme: "dark", sound: true, style: { "--accent": "#ff0000", width: 400 } },
  );
  await page.evaluate(() => localStorage.setItem("tableside:calm", "on"));
  await define();
  await drawn();
  const places = page.locator("body > div");
  expect(await places.evaluateAll((all) => all.map(({ innerHTML }) => innerHTML))).toEqual(html);
  await hydrate();
  expect(complaints).toEqual([]);
});

// `muted={false}` does not leave a trace in React's output, on a server or before the element is defined.
describe("sound requested through React", () => {
  const early = [{ sound: true }, { muted: "false" }];
  test.each([
    ["before", early],
    ["after", [...early, { muted: false }]],
  ])("the table has sound if `muted` is set %s the element is defined", async (order, options) => {
    const { define, drawn, render, page } = await operatorPage();
    const renderAll = () => render(...options.map((each) => ({ game: "baccarat", ...each })));
    for (const step of order === "before" ? [renderAll, define] : [define, renderAll]) {
      await step();
    }
    await page
      .locator("game-table")
      .nth(options.length - 1)
      .waitFor();
    await drawn();
    expect(await areMuted(page)).toEqual(options.map(() => false));
  });
});
