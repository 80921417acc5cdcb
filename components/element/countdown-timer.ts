import { phaseLengthMs } from "../../src/round/phases.ts";
import type { StateFeed } from "../feed/state-feed.ts";

/** What the timer goes by. */
type Clock = Pick<StateFeed, "state" | "schedule" | "times" | "elapsedMs">;

/**
 * Redraws the countdown of a table at each full second of the server's clock. What it shows then is
 * decided in `src/hud/countdown.ts`.
 */
export class CountdownTimer {
  readonly #redraw: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  /** Waits for the next second; call it after each update. `isFollowed`: it is visible or ticks. */
  schedule(clock: Clock, isFollowed: boolean): void {
    this.stop();
    const waitMs = untilNextMs(clock, isFollowed);
    if (waitMs > 0) {
      this.#timer = setTimeout(this.#redraw, waitMs);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Time until the countdown changes, in ms; 0 while it stands still. If nobody follows the seconds,
 * only their end counts: it is shown even if a beacon follows the close of bets.
 */
export function untilNextMs({ state, schedule, times, elapsedMs }: Clock, isFollowed: boolean) {
  if (state === null || schedule === null || state.phase === "result") {
    return 0;
  }
  // While betting, the countdown ends when bets close, which may be before the phase ends.
  const lengthMs = state.phase === "betting" ? times.closesMs : phaseLengthMs(state.phase, times);
  const leftMs = Math.max(0, lengthMs - elapsedMs);
  return isFollowed ? leftMs % 1000 || Math.min(leftMs, 1000) : leftMs;
}
