import { setTimeout as pause } from "node:timers/promises";

/** Asks again until the answer is yes; how long that took, in ms of real time. Gives up after 5 s. */
export async function eventually(ask: () => boolean | Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await ask())) {
    if (performance.now() - start > 5000) {
      throw new Error("It never came about.");
    }
    await pause(10);
  }
  return performance.now() - start;
}
