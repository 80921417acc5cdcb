import type { PhaseMessage } from "../../../src/phase-event.ts";

/** A moment that a table is taken to. */
export interface Stop {
  round: number;
  phase: string;
  /** Epoch ms. */
  atMs: number;
}

declare global {
  interface Window {
    /** Sets the service's clock and says by how many ms; given by the bench. */
    setServerClock(nowMs: number): Promise<number>;
    /** Sets the service's clock, and the page's by as much. */
    setClocks(nowMs: number): Promise<void>;
    /** Takes the page's table to one moment after another, as fast as it follows. */
    playThrough(stops: readonly Stop[]): Promise<void>;
  }
}

/**
 * Runs in a page before anything else: puts a clock that can be moved on in place of the page's own,
 * the one that both the table and Pixi's housekeeping go by.
 */
export function makeClockMovable(): void {
  const HOLD_MS = 800;
  const realNow = performance.now.bind(performance);
  let shiftMs = 0;
  performance.now = () => realNow() + shiftMs;

  let last = "";
  document.addEventListener("phase", (event) => {
    const { round, phase } = (event as CustomEvent<PhaseMessage>).detail;
    last = `${round}:${phase}`;
  });
  /** Gone back in time, a table shows the moment and tells nobody: no phase is told twice. */
  const isShown = (round: number, phase: string) => {
    const root = document.querySelector("game-table")?.shadowRoot;
    const shown = root?.querySelector(".round")?.textContent ?? "";
    return (
      shown.replaceAll(/\D/g, "").includes(`${round}`) &&
      root?.querySelector(`[data-phase="${phase}"]`) != null
    );
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  // Both clocks go the same way, so that the table's notion of the service's time stays true.
  window.setClocks = async (nowMs) => {
    shiftMs += await window.setServerClock(nowMs);
  };
  window.playThrough = async (stops) => {
    for (const { round, phase, atMs } of stops) {
      await window.setClocks(atMs);
      let setAtMs = realNow();
      const limitMs = setAtMs + 10_000;
      while (last !== `${round}:${phase}` && !isShown(round, phase)) {
        if (realNow() > limitMs) {
          throw new Error(`The table does not come to ${round}:${phase}, it is at ${last}.`);
        }
        if (realNow() > setAtMs + HOLD_MS) {
          // On a busy machine the shortest phase would be over before the table has asked for it.
          await window.setClocks(atMs);
          setAtMs = realNow();
        }
        // As after sleep: the table asks at once.
        window.dispatchEvent(new Event("online"));
        await frame();
      }
      await frame();
    }
  };
}
