/** Long enough for a busy machine; timing is tested elsewhere. */
const PATIENCE_MS = 30_000;

export async function until(condition: () => boolean): Promise<void> {
  const startMs = performance.now();
  while (!condition()) {
    if (performance.now() - startMs > PATIENCE_MS) {
      throw new Error(`Timed out waiting for ${condition}`);
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
