import { expect, test } from "vitest";
import { newPage } from "../../support/browser-page.ts";
import { startLiveService, startParentPage } from "../../support/live-service.ts";
import { setDown } from "../../support/service.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);

// Cause: a page loaded during maintenance stayed closed: its only reload failed while the server was being replaced,
// and the frame then showed the browser's own error page.
test.each([
  ["", "allow-scripts allow-same-origin"],
  [", in a frame with an opaque origin,", "allow-scripts"],
])("a page opened in maintenance%s shows the table once the game is back", async (_, sandbox) => {
  const service = await startLiveService(NOON_MS + 1_000);
  const status = async () => (await fetch(`${service.url}/embed/baccarat/api/current`)).status;
  await setDown(service.dataDir, ["baccarat"], true);
  await expect.poll(status).toBe(503);
  const { page } = await newPage();
  await page.clock.install();
  const address = `${service.url}/embed/baccarat/?key=${service.tableKey}&lang=ko`;
  await page.goto(await startParentPage(`<iframe src="${address}" sandbox="${sandbox}"></iframe>`));
  const frame = page.frameLocator("iframe");
  await frame.locator("main").waitFor();
  expect(await frame.locator("html").getAttribute("lang")).toBe("ko");

  // Nothing responds for a while.
  let lost = 0;
  await page.route("**/embed/**", (route) => {
    lost += 1;
    return route.abort();
  });
  await expect
    .poll(async () => {
      await page.clock.runFor(17_100);
      return lost;
    })
    .toBeGreaterThan(1);
  expect(await frame.locator("main").count()).toBe(1);
  await page.unroute("**/embed/**");
  await setDown(service.dataDir, ["baccarat"], false);
  await expect.poll(status).toBe(200);
  await expect
    .poll(async () => {
      await page.clock.runFor(17_100);
      return frame.locator("game-table").count();
    })
    .toBe(1);
});
