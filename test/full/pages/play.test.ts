import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { newPage } from "../../support/browser-page.ts";
import { freePort } from "../../support/free-port.ts";
import { startLiveService } from "../../support/live-service.ts";
import { moveClock } from "../../support/move-clock.ts";
import { programEnv } from "../../support/program-env.ts";
import { tempFolder } from "../../support/temp-store.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Fourteen seconds before a round: bets have closed. */
const CLOSED_MS = Date.UTC(2026, 6, 1, 11, 59, 46);
/** Two seconds before a round: a table announces its start. */
const BEFORE_ROUND_MS = Date.UTC(2026, 6, 1, 11, 59, 58);

async function startOperator() {
  const service = await startLiveService(CLOSED_MS);
  const port = await freePort();
  const child = spawn(process.execPath, ["src/snippets/operator.ts"], {
    cwd: ROOT,
    env: {
      ...programEnv,
      TABLESIDE_URL: service.url,
      TABLESIDE_KEY: service.tableKey,
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
  { game: "baccarat", market: "player", resultMs: 24_500 },
  { game: "dragontiger", market: "dragon", resultMs: 24_500 },
  { game: "bigsixball", market: "winner", resultMs: 51_500 },
];

test.each(PLAYED)(
  "the example site shows bets on $game as chips, and pays them out",
  async (played) => {
    const { game, market, resultMs } = played;
    const intervalMs = game === "bigsixball" ? 60_000 : 30_000;
    const { service, url } = await startOperator();
    // Otherwise, a busy machine might open the page in the next round.
    await service.holdAt(CLOSED_MS);
    const { page, faults } = await newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${url}/?game=${game}`);
    const spot = page.frameLocator("iframe").locator(`[data-spot^=${market}]`).first();
    const balance = () => page.locator("#balance").innerText();
    await expect.poll(balance).toBe("100000");
    const button = page.getByRole("button", { name: "Bet" });
    expect(await button.isDisabled()).toBe(true);
    service.setNow(BEFORE_ROUND_MS);
    await expect.poll(() => button.isEnabled()).toBe(true);
    await page.locator("[name=market]").selectOption(market);
    if (game === "bigsixball") {
      await page.locator("[name=team]").first().selectOption({ index: 1 });
    }
    await button.click();
    await expect
      .poll(() => page.locator("#news").innerText())
      .toMatch(/^Bet on round \d+ accepted\.$/);
    await expect.poll(balance).toBe("99500");
    const label = () => spot.getAttribute("aria-label");
    await spot.and(page.frameLocator("iframe").locator("[aria-disabled=false]")).press("Enter");
    await expect.poll(balance).toBe("99000");
    await expect.poll(label).toMatch(/your bet: 1K$/);
    const finishedMs = service.now() - (service.now() % intervalMs) + resultMs;
    service.holdAt(finishedMs);
    await expect.poll(() => page.locator("#bets").innerText()).toMatch(/ (won|lost|push) \d+$/);
    // Moves the clock again, because a table's own clock continues into the next round on a busy machine.
    const paidLabel = () => moveClock(service, page, finishedMs).then(label);
    await expect.poll(paidLabel).toMatch(/your bet: 1K, .+/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    expect(faults).toEqual([]);
  },
);
