/** Long enough for a machine that does much else besides; a promise of time is tested elsewhere. */
const PATIENCE_MS = 30_000;

/** Waits, frame by frame, until the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  const startMs = performance.now();
  while (!condition()) {
    if (performance.now() - startMs > PATIENCE_MS) {
      throw new Error(`It never came about: ${condition}`);
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
