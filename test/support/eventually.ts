import { setTimeout as pause } from "node:timers/promises";

/** Long enough for a machine that does much else besides; a promise of time is tested elsewhere. */
const PATIENCE_MS = 120_000;

/** Asks again until the answer is yes: soon at first, then less and less often, for asking costs time too. */
export async function eventually(ask: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await ask())) {
    if (performance.now() - start > PATIENCE_MS) {
      throw new Error("It never came about.");
    }
    await pause(Math.min(100, Math.max(10, (performance.now() - start) / 10)));
  }
}
