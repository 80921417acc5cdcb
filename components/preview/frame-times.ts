/** So many frames are looked at: two seconds of a race at the rate of most screens. */
const KEPT = 120;

/** What the last frames took of the page's own time, from pose to draw calls, in ms. */
export class FrameTimes {
  readonly #last: number[] = [];

  add(frameMs: number): void {
    this.#last.push(frameMs);
    if (this.#last.length > KEPT) {
      this.#last.shift();
    }
  }

  /** Median and 95th percentile in words; nothing before the first frame. */
  get text(): string {
    if (this.#last.length === 0) {
      return "";
    }
    const sorted = this.#last.toSorted((a, b) => a - b);
    const [median, slow] = [0.5, 0.95].map((share) => {
      const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
      return (sorted[index] ?? 0).toFixed(1);
    });
    return `${median} ms a frame, 95 % in ${slow} ms`;
  }
}
