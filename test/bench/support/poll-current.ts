import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const POLL_EVERY_MS = 5;
const agent = new Agent({ keepAlive: true });

/** Asks for `current` over and over, one request at a time; gives how long each answer took, ms. */
export async function pollCurrent(address: string, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const endMs = performance.now() + forMs;
  while (performance.now() < endMs) {
    const startMs = performance.now();
    await new Promise<void>((resolve, reject) => {
      const asked = get(`${address}/embed/baccarat/api/current`, { agent }, (response) => {
        response.resume().on("end", resolve);
      });
      asked.on("error", reject);
    });
    times.push(performance.now() - startMs);
    await pause(POLL_EVERY_MS);
  }
  return times;
}
