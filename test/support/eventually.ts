import { setTimeout as pause } from "node:timers/promises";

/** Long enough for a busy machine; timing is tested elsewhere. */
const PATIENCE_MS = 120_000;

/** Repeats `ask` until it returns true, at growing intervals, since asking also costs time. */
export async function eventually(ask: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await ask())) {
    if (performance.now() - start > PATIENCE_MS) {
      throw new Error(`Still false after ${PATIENCE_MS / 1_000} s: ${ask}`);
    }
    await pause(Math.min(100, Math.max(10, (performance.now() - start) / 10)));
  }
}
