import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const POLL_EVERY_MS = 5;
const agent = new Agent({ keepAlive: true });

/**
 * Asks for `current` over and over, one request at a time; gives how long each answer took, ms. Infinity is one that
 * did not come, or was a refusal: that is quick, and of no use to a viewer.
 */
export async function pollCurrent(address: string, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const endMs = performance.now() + forMs;
  while (performance.now() < endMs) {
    const startMs = performance.now();
    const isAnswered = await new Promise<boolean>((resolve) => {
      const asked = get(`${address}/embed/baccarat/api/current`, { agent }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode === 200));
        response.on("error", () => resolve(false));
      });
      asked.on("error", () => resolve(false));
    });
    times.push(isAnswered ? performance.now() - startMs : Infinity);
    await pause(POLL_EVERY_MS);
  }
  return times;
}

/** How many of these polls were lost. */
export const lostOf = (polls: readonly number[]): number =>
  polls.filter((ms) => ms === Infinity).length;
