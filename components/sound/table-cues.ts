import type { BetTiming } from "../../src/games/timing.ts";
import { LAST_SECONDS } from "../../src/look/tokens.ts";
import type { Phase } from "../../src/round/phases.ts";
import type { Cue, SoundName } from "./cue.ts";

const cue = (atMs: number, sound: SoundName): Cue => ({ atMs, sound, pan: 0, gain: 1 });

/**
 * The signals of every table in a phase, in the order of their times: bets open, the last seconds, bets
 * close, the winner is seen, `winnerMs` into phase `result`.
 */
export function tableCues(phase: Phase, { closesMs }: BetTiming, winnerMs: number): Cue[] {
  switch (phase) {
    case "betting": {
      const seconds = Array.from({ length: LAST_SECONDS }, (_, i) => LAST_SECONDS - i);
      const ticks = seconds.map((left) =>
        cue(closesMs - left * 1_000, left === 1 ? "lastTick" : "tick"),
      );
      return [cue(0, "open"), ...ticks, cue(closesMs, "closed")];
    }
    case "result":
      return [cue(winnerMs, "hit")];
    default:
      return [];
  }
}
