import { untilRevealMs } from "../../src/hud/revealed-view.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { phaseLengthMs } from "../../src/round/phases.ts";
import type { StateFeed } from "../feed/state-feed.ts";

type DisplayedState = Pick<TableView, "game" | "isMotionless" | "state" | "times" | "elapsedMs">;

/** Redraws a table's countdown on each whole second of the server's clock. `src/hud/countdown.ts` sets its text. */
export class CountdownTimer {
  readonly #redraw: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  /**
   * Schedules the next redraw. Call it after each update.
   *
   * @param needsSeconds whether seconds are displayed or audible; if not, only the end of the countdown matters.
   */
  schedule(
    displayed: DisplayedState,
    clock: Pick<StateFeed, "schedule" | "elapsedMs">,
    needsSeconds: boolean,
  ): void {
    this.stop();
    const waitMs = clock.schedule === null ? 0 : untilNextChangeMs(displayed, needsSeconds);
    if (waitMs > 0) {
      // Rounded up, because browsers truncate delays to whole milliseconds and would fire the timer early.
      this.#timer = setTimeout(
        this.#redraw,
        Math.ceil(waitMs - (clock.elapsedMs - displayed.elapsedMs)),
      );
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Time from the displayed state to the next label change, in ms; 0 if there is none. In `result`, the labels change
 * when the finish replay ends, and when the winner is named.
 */
export function untilNextChangeMs(displayed: DisplayedState, needsSeconds: boolean): number {
  const { state, times, elapsedMs } = displayed;
  if (state === null) {
    return 0;
  }
  if (state.phase === "result") {
    return untilRevealMs(displayed, elapsedMs);
  }
  // During betting, the countdown ends when bets close, which can be before the phase ends.
  const lengthMs = state.phase === "betting" ? times.closesMs : phaseLengthMs(state.phase, times);
  const leftMs = Math.max(0, lengthMs - elapsedMs);
  // Exactly on a whole second, wait for the next one.
  return needsSeconds ? leftMs % 1000 || Math.min(leftMs, 1000) : leftMs;
}
