import type { Repeat } from "../../server/access/store-changes.ts";

/** A timer that goes off when the test says so. */
export interface ManualRepeat {
  readonly repeat: Repeat;
  /** Goes off once, if it runs. */
  tick(): void;
  readonly running: boolean;
  readonly intervalMs: number | undefined;
}

export function manualRepeat(): ManualRepeat {
  let task: (() => void) | undefined;
  let intervalMs: number | undefined;
  return {
    repeat(given, ms) {
      task = given;
      intervalMs = ms;
      return () => {
        task = undefined;
      };
    },
    tick: () => task?.(),
    get running() {
      return task !== undefined;
    },
    get intervalMs() {
      return intervalMs;
    },
  };
}
