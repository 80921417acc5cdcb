import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { newPage } from "../../support/browser-page.ts";
import { freePort } from "../../support/free-port.ts";
import { startLiveService } from "../../support/live-service.ts";
import { programEnv } from "../../support/program-env.ts";
import { tempFolder } from "../../support/temp-store.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Fourteen seconds before a round: bets have closed. */
const CLOSED_MS = Date.UTC(2026, 6, 1, 11, 59, 46);
/** Two seconds before it: a table tells its page when it begins. */
const BEFORE_ROUND_MS = Date.UTC(2026, 6, 1, 11, 59, 58);

async function startOperator() {
  const service = await startLiveService(CLOSED_MS, { DEMO: "on" });
  const port = await freePort();
  const child = spawn(process.execPath, ["src/snippets/operator/main.ts"], {
    cwd: ROOT,
    env: {
      ...programEnv,
      TABLESIDE_URL: service.url,
      TABLESIDE_KEY: service.demoKey,
      OPERATOR_DB: join(await tempFolder(), "operator.sqlite"),
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await Promise.race([once(child.stdout, "data"), ended]);
  return { service, url: `http://127.0.0.1:${port}` };
}

const PLAYED = [
  { game: "baccarat", width: 390, height: 700, market: "player", resultMs: 24_500 },
  { game: "dragontiger", width: 830, height: 553, market: "dragon", resultMs: 24_500 },
  { game: "bigsixball", width: 390, height: 844, market: "winner", resultMs: 51_500 },
];

test.each(PLAYED)("$game can be played in a window of $width by $height", async (table) => {
  const { game, width, height, market, resultMs } = table;
  const intervalMs = game === "bigsixball" ? 60_000 : 30_000;
  const { service, url } = await startOperator();
  // A busy machine would open the page in the next round.
  await service.holdAt(CLOSED_MS);
  const { page, faults } = await newPage({ viewport: { width, height } });
  await page.goto(`${url}/?game=${game}`);
  const spot = page.locator(`[data-market="${market}"]`).first();
  // A message that is not the table's opens nothing.
  await page.evaluate(() => {
    const forged = {
      type: "baccarat_phase",
      round: 1,
      daily_round: 1,
      phase: "betting",
      remainMs: 9e6,
    };
    window.postMessage(forged, "*");
  });
  expect(await spot.isDisabled()).toBe(true);
  service.setNow(BEFORE_ROUND_MS);
  await expect.poll(() => spot.isEnabled()).toBe(true);
  await spot.click();
  await expect.poll(() => page.locator("#news").innerText()).toContain("5.00 placed.");
  expect(await page.locator("#balance").innerText()).toBe("995.00");
  expect(await page.locator("#history li").count()).toBe(1);
  await page.locator("summary").click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  service.setNow(service.now() - (service.now() % intervalMs) + resultMs);
  await expect.poll(() => page.locator("#history li.open").count()).toBe(0);
  await expect
    .poll(() => page.locator("#news").innerText())
    .toMatch(/^Round [\d,]+: (\d+\.\d\d returned|no win)\.$/);
  expect(faults).toEqual([]);
});

test("the page says in the site's own words why nobody new can play, or a bet waits", async () => {
  const { service, url } = await startOperator();
  const { page } = await newPage({ viewport: { width: 390, height: 844 } });
  const refuse = (path: string, status: number, detail: string) =>
    page.route(`**${path}`, (route) =>
      route.fulfill({ status, json: { status, detail }, contentType: "application/problem+json" }),
    );
  const news = () => page.locator("#news").innerText();
  await refuse("/api/session", 429, "Too many new players at once.");
  await page.goto(`${url}/?game=baccarat`);
  await expect.poll(news).toBe("Too many new players at once.");

  await page.unroute("**/api/session");
  await page.reload();
  await refuse("/api/bets", 503, "Bets cannot be recorded now.");
  service.setNow(BEFORE_ROUND_MS);
  const spot = page.locator("[data-market=player]");
  await expect.poll(() => spot.isEnabled()).toBe(true);
  await spot.click();
  await expect.poll(news).toBe("Bets cannot be recorded now.");
  // The same bet goes through when there is room again, without another press.
  await page.unroute("**/api/bets");
  await expect.poll(news).toBe("Player: 5.00 placed.");
});
