import type { Game } from "../src/games/game.ts";
import { momentAt } from "../src/round/clock.ts";
import type { Oracle } from "./oracle.ts";

/**
 * The JSON of a game's state at a time, epoch ms. Within a phase nothing changes but `remainMs`, and
 * that only while betting: so the text is made once a phase, and the number put into it.
 */
export function stateText(oracle: Oracle, game: Game): (nowMs: number) => string {
  let fromMs = Infinity;
  let toMs = -Infinity;
  let isBetting = false;
  let head = "";
  let tail = "";

  function make(nowMs: number): void {
    const { phase, elapsedMs, leftMs } = momentAt(nowMs, game);
    const state = oracle.current(game, nowMs);
    const text = JSON.stringify(state);
    // The first one is the common field: those before it hold no text of a game's.
    const at = text.indexOf(REMAIN) + REMAIN.length;
    head = text.slice(0, at);
    tail = text.slice(at + String(state.remainMs).length);
    isBetting = phase === "betting";
    fromMs = nowMs - elapsedMs;
    toMs = nowMs + leftMs;
  }

  return (nowMs) => {
    if (!(nowMs >= fromMs && nowMs < toMs)) {
      make(nowMs);
    }
    return head + (isBetting ? toMs - nowMs : 0) + tail;
  };
}

const REMAIN = '"remainMs":';
