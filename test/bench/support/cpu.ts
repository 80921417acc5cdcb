import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";

/** Long enough for loading and the first paint to be over. */
const SETTLE_MS = 3_000;

/**
 * What pages cost as they are: percent of one core that all renderers and the GPU process took over
 * `forMs`, after three seconds in which they settle.
 */
export async function cpuOf(browser: Browser, forMs: number): Promise<number> {
  await pause(SETTLE_MS);
  const session = await browser.newBrowserCDPSession();
  const startMs = performance.now();
  const before = await secondsOf();
  await pause(forMs);
  const seconds = (await secondsOf()) - before;
  const tookMs = performance.now() - startMs;
  await session.detach();
  return (100_000 * seconds) / tookMs;

  async function secondsOf(): Promise<number> {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return processInfo
      .filter(({ type }) => type === "renderer" || type === "GPU")
      .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  }
}
