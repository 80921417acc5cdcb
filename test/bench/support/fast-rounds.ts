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

  const order = ["betting", "revealing", "result", "waiting"];
  const placeOf = ({ round, phase }: Pick<Stop, "round" | "phase">) =>
    round * order.length + order.indexOf(phase);
  /** The place that each table told of last. */
  const told = new WeakMap<EventTarget, number>();
  document.addEventListener("phase", (event) => {
    const { target, detail } = event as CustomEvent<PhaseMessage>;
    told.set(target as EventTarget, placeOf(detail));
  });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  // Both clocks go the same way, so that the table's notion of the service's time stays true.
  window.setClocks = async (nowMs) => {
    shiftMs += await window.setServerClock(nowMs);
  };
  window.playThrough = async (stops) => {
    const table = document.querySelector("game-table") as Element;
    for (const { atMs, ...stop } of stops) {
      await window.setClocks(atMs);
      let setAtMs = realNow();
      const limitMs = setAtMs + 30_000;
      // A busy machine may miss one of the short phases: the table goes on, it never goes back.
      while ((told.get(table) ?? -1) < placeOf(stop)) {
        if (realNow() > limitMs) {
          throw new Error(`The table does not come to ${stop.round}:${stop.phase}.`);
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
