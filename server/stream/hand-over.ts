import type { SetTimer } from "../runtime/timers.ts";
import type { Audience } from "./audience.ts";

/**
 * The longest that a stop takes to end all streams. Whoever is ended comes back within a second and a half, to a
 * server that has others to serve: ten thousand at once would keep it for two.
 */
const HAND_OVER_MS = 2_000;
const STEP_MS = 50;
/** Where there are few, there is no need to wait. */
const FEWEST = 50;

/** Ends audiences a part at a time. Those that wait for it are sent what there is till then. */
export function handOver(audiences: readonly Audience[], setTimer: SetTimer): void {
  const all = audiences.reduce((sum, { size }) => sum + size, 0);
  const part = Math.max(FEWEST, Math.ceil((all * STEP_MS) / HAND_OVER_MS));

  function step(): void {
    let left = part;
    for (const audience of audiences) {
      const { size } = audience;
      audience.end("stopping", left);
      left -= size - audience.size;
    }
    if (audiences.some(({ size }) => size > 0)) {
      setTimer(step, STEP_MS);
    }
  }

  step();
}
