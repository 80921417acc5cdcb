import { readFile } from "node:fs/promises";
import { join } from "node:path";
import oldChromium from "@sparticuz/chromium";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { patientPage, watch } from "../../support/browser-page.ts";
import { chromiumOptions } from "../../support/chromium-options.ts";
import { startLiveService } from "../../support/live-service.ts";
import { moveClock } from "../../support/move-clock.ts";
import { packedKit as kit } from "../../support/packed-kit.ts";
import { listen } from "../../support/running-service.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);

const PAGE = `<!doctype html><html lang="en"><title>Operator</title>
<script type="importmap">{ "imports": { "tableside/": "/" } }</script>
<game-table game="baccarat"></game-table>
<div id="table" style="width: 830px"></div>
<output></output>
<script type="module">
  import { createTable } from "tableside/index.js";
  import { createClient } from "tableside/client.js";

  const [baseUrl, key] = location.search.slice(1).split("&");
  await import(baseUrl + "/game-table.js");
  const table = createTable("#table", { baseUrl, game: "dragontiger", key });
  const client = createClient({ baseUrl, game: "bigsixball" });
  const output = document.querySelector("output");
  table.on("phase", ({ type, phase }) => (output.textContent = type + " " + phase));
  await table.ready;
  output.textContent = "ready " + (await client.current()).phase;
</script>`;

// Cause: the frame's port stayed silent and the package threw, because both used `URL.parse`.
test("the element, the frame and the package run in Chromium 121", async () => {
  const service = await startLiveService(NOON_MS + 1_000);
  service.holdAt(NOON_MS + 1_000);
  const site = await listen(async ({ url = "/" }, response) => {
    const path = new URL(url, "http://localhost").pathname;
    const isPage = path === "/";
    const body = isPage ? PAGE : await readFile(join(kit.folder, path)).catch(() => "");
    response.setHeader("content-type", isPage ? "text/html" : "text/javascript");
    response.end(body);
  });
  onTestFinished(site.end);
  const executablePath = await oldChromium.executablePath();
  const browser = await chromium.launch({ ...chromiumOptions, executablePath });
  onTestFinished(() => browser.close());
  expect(browser.version()).toMatch(/^121\./);

  const { page, faults } = watch(await patientPage(browser));
  await page.goto(`${site.url}/?${service.url}&${service.tableKey}`);
  const output = page.locator("output");
  await expect.poll(() => output.textContent()).toBe("ready betting");
  await page.locator("game-table canvas").waitFor();
  await moveClock(service, page, NOON_MS + 15_100);
  await expect.poll(() => output.textContent()).toBe("dragontiger_phase revealing");
  expect(faults).toEqual([]);
});
