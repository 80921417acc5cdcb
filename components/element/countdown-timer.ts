import { untilRevealMs } from "../../src/hud/revealed-view.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { phaseLengthMs } from "../../src/round/phases.ts";
import type { StateFeed } from "../feed/state-feed.ts";

type Shown = Pick<TableView, "game" | "isStill" | "state" | "times" | "elapsedMs">;

/**
 * Redraws the countdown of a table at each full second of the server's clock. `src/hud/countdown.ts` decides
 * its text.
 */
export class CountdownTimer {
  readonly #redraw: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  /**
   * Waits for the second after the one that is shown. Call it after each update. `isFollowed`: the countdown is
   * visible or ticks.
   */
  schedule(
    shown: Shown,
    clock: Pick<StateFeed, "schedule" | "elapsedMs">,
    isFollowed: boolean,
  ): void {
    this.stop();
    const waitMs = clock.schedule === null ? 0 : untilNextMs(shown, isFollowed);
    if (waitMs > 0) {
      // Browsers truncate the delay to whole milliseconds, so the timer would fire early.
      this.#timer = setTimeout(
        this.#redraw,
        Math.ceil(waitMs - (clock.elapsedMs - shown.elapsedMs)),
      );
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Time from a shown moment until the countdown changes, in ms; 0 while it is stopped. In `result` it changes
 * when the replay of a finish ends and when the winner is named. If the seconds are neither visible nor audible, only
 * their end counts.
 */
export function untilNextMs(shown: Shown, isFollowed: boolean): number {
  const { state, times, elapsedMs } = shown;
  if (state === null) {
    return 0;
  }
  if (state.phase === "result") {
    return untilRevealMs(shown, elapsedMs);
  }
  // While betting, the countdown ends when bets close, which may be before the phase ends.
  const lengthMs = state.phase === "betting" ? times.closesMs : phaseLengthMs(state.phase, times);
  const leftMs = Math.max(0, lengthMs - elapsedMs);
  return isFollowed ? leftMs % 1000 || Math.min(leftMs, 1000) : leftMs;
}
