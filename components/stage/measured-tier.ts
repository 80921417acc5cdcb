import { measure, unmeasured } from "./frame-meter.ts";
import type { Measured } from "./frame-meter.ts";
import { rememberedTier, rememberTier } from "./tier-memory.ts";
import type { Tier } from "./tier.ts";

/**
 * The tier of detail that a table is drawn in: a given one, or what its frames show that this machine can do,
 * from what the tab remembers on.
 */
export class MeasuredTier {
  readonly #isFixed: boolean;
  readonly #changed: (tier: Tier) => void;
  #measured: Measured;
  /** When the last frame of a movement was, by the clock of frames; undefined where none was just before. */
  #frameAtMs: number | undefined;

  /** `changed` gets each new tier, when what is drawn from then on is to follow it. */
  constructor(given: Tier | undefined, changed: (tier: Tier) => void) {
    this.#isFixed = given !== undefined;
    this.#measured = unmeasured(given ?? rememberedTier());
    this.#changed = changed;
  }

  get tier(): Tier {
    return this.#measured.tier;
  }

  /** The next frame of a movement is to be drawn, `atMs` by the clock of frames. */
  beforeFrame(atMs: number): void {
    const lastMs = this.#frameAtMs;
    if (lastMs === undefined || this.#isFixed) {
      return;
    }
    const { tier } = this.#measured;
    this.#measured = measure(this.#measured, atMs - lastMs);
    if (this.#measured.tier !== tier) {
      rememberTier(this.#measured.tier);
      this.#changed(this.#measured.tier);
    }
  }

  /** That frame is drawn, and another one follows if the movement goes on. */
  afterFrame(atMs: number): void {
    this.#frameAtMs = atMs;
  }

  /** The movement has paused: the time until its next frame says nothing. */
  pause(): void {
    this.#frameAtMs = undefined;
  }
}
