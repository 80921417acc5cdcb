import { LAST_SECONDS } from "../../src/look/tokens.ts";
import { phaseLengthMs } from "../../src/round/phases.ts";
import type { TableView } from "../../src/table/view.ts";

/** The parameters of each sound for zzfx, all quiet and short. */
const sounds = {
  tick: [0.35, 0, 1_200, 0, 0.01, 0.03],
  lastTick: [0.5, 0, 1_600, 0, 0.02, 0.05],
  closed: [0.6, 0, 320, 0.01, 0.08, 0.18, 1],
  result: [0.7, 0, 523, 0.02, 0.12, 0.4, 0, 1.6, 0, 0, 262, 0.1],
} as const;

type Cue = keyof typeof sounds;

/**
 * The sounds of a table: the last seconds, the close of bets, the result. The synthesizer is loaded for
 * the first sound. Browsers allow sound only after the viewer has interacted with the page.
 */
export class TableSound {
  #last = "";

  /** Plays the sound of a view's moment, once, however often that moment is shown. */
  follow(view: TableView): void {
    const cue = cueOf(view);
    const moment = `${view.state?.round}:${view.state?.phase}:${Math.ceil(view.remainMs / 1000)}`;
    const isNew = this.#last !== "" && this.#last !== moment;
    this.#last = moment;
    const { muted, ticks } = view.controls;
    const isWanted = !muted && (ticks || (cue !== "tick" && cue !== "lastTick"));
    if (isNew && cue !== null && isWanted && navigator.userActivation?.hasBeenActive) {
      void this.#play(cue);
    }
  }

  async #play(cue: Cue): Promise<void> {
    const { zzfx } = await import("zzfx");
    zzfx(...sounds[cue]);
  }
}

function cueOf({ state, times, remainMs }: TableView): Cue | null {
  // If the round waits for a beacon, bets close well before the cards come.
  const waits = phaseLengthMs("betting", times) > times.closesMs;
  switch (state?.phase) {
    case "betting": {
      const seconds = Math.ceil(remainMs / 1000);
      if (waits && seconds === 0) {
        return "closed";
      }
      return seconds > LAST_SECONDS ? null : seconds <= 1 ? "lastTick" : "tick";
    }
    case "revealing":
      return waits ? null : "closed";
    case "result":
      return "result";
    default:
      return null;
  }
}
