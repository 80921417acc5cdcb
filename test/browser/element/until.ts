/** Waits, frame by frame, until the condition holds. Fails after `limitMs`. */
export async function until(condition: () => boolean, limitMs = 2_000): Promise<void> {
  const startMs = performance.now();
  while (!condition()) {
    if (performance.now() - startMs > limitMs) {
      throw new Error(`Waited ${limitMs} ms for ${condition}`);
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
