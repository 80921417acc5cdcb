import type { Phase } from "../../src/round/phases.ts";
import type { RoundSource } from "../feed/round-source.ts";

/** The parts of a round source that give the time. */
export type TimeSource = Pick<RoundSource, "state" | "times" | "elapsedMs" | "remainMs" | "rate">;

/** One reading of the clock: how far the phase has run, and the time left to bet, both in ms. */
export interface Reading {
  elapsedMs: number;
  remainMs: number;
}

/** A correction that sets the clock back by less than this, in ms, does not change the displayed second. */
const CORRECTION_MS = 500;
const LAST_MS_OF_SECOND = 999;

/**
 * The time that a table shows. The ring, the text and the sound share one reading. Until the next reading, the picture
 * stays within the displayed second, so all four agree.
 */
export class DisplayedTime {
  #round = 0;
  #phase: Phase | null = null;
  /** Seconds left to bet, rounded up; null in other phases and in replays. */
  #seconds: number | null = null;
  #elapsedMs = 0;

  /** Reads the clock for everything that the table shows until the next call. Returns zeros without a source. */
  read(source: TimeSource | null): Reading {
    if (source === null) {
      return { elapsedMs: 0, remainMs: 0 };
    }
    const { state, times, remainMs, rate } = source;
    const previous = this.#isSamePhase(source) ? this.#seconds : null;
    [this.#round, this.#phase] = [state?.round ?? 0, state?.phase ?? null];
    // A replay cannot take bets, and its picture shows the exact time.
    const isOpen = state?.phase === "betting" && rate === undefined;
    this.#seconds = isOpen ? secondsToShow(remainMs, previous) : null;
    const elapsedMs = this.#elapsedInDisplayedSecond(source);
    this.#elapsedMs = elapsedMs;
    const leftMs = this.#seconds === null ? 0 : times.closesMs - elapsedMs;
    return { elapsedMs, remainMs: Math.max(0, leftMs) };
  }

  /** How far the phase has run for a frame of the picture, in ms, within the displayed second. */
  elapsedMs(source: TimeSource): number {
    return this.#isSamePhase(source) ? this.#elapsedInDisplayedSecond(source) : this.#elapsedMs;
  }

  #isSamePhase({ state }: TimeSource): boolean {
    return state?.round === this.#round && state.phase === this.#phase;
  }

  #elapsedInDisplayedSecond({ times: { closesMs }, elapsedMs, remainMs }: TimeSource): number {
    const seconds = this.#seconds;
    if (seconds === null) {
      return elapsedMs;
    }
    if (seconds === 0) {
      return Math.max(closesMs, elapsedMs);
    }
    const fromMs = closesMs - seconds * 1000;
    return Math.max(0, fromMs, Math.min(closesMs - remainMs, fromMs + LAST_MS_OF_SECOND));
  }
}

/** The second to show, which stays the same if the clock was set back only a little. */
function secondsToShow(remainMs: number, previous: number | null): number {
  const isCorrected =
    previous !== null && remainMs > previous * 1000 && remainMs < previous * 1000 + CORRECTION_MS;
  return isCorrected ? previous : Math.ceil(remainMs / 1000);
}
