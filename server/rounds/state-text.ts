import type { Game } from "../../src/games/contract.ts";
import type { BoundedTime } from "../time/bounded-time.ts";
import type { Oracle } from "./oracle.ts";

/**
 * The JSON of a game's state at a time; null while no round is open. Within a phase nothing
 * changes but `remainMs`, and that only until bets close: so the text is made once a phase, and the
 * number put into it.
 */
export function stateText(oracle: Oracle, game: Game): (time: BoundedTime) => string | null {
  let fromMs = Infinity;
  let toMs = -Infinity;
  let revision = -1;
  let closesAtMs = -Infinity;
  let head = "";
  let tail = "";

  /** False while no round is open. */
  function make(time: BoundedTime): boolean {
    const standing = oracle.standing(game, time);
    if (standing === null) {
      return false;
    }
    const state = oracle.current(game, time);
    const text = JSON.stringify(state);
    // The first one is the common field: those before it hold no text of a game's.
    const at = text.indexOf(REMAIN) + REMAIN.length;
    head = text.slice(0, at);
    tail = text.slice(at + String(state.remainMs).length);
    ({ fromMs, toMs, closesAtMs } = standing);
    revision = oracle.revision;
    return true;
  }

  return (time) => {
    const { earliestMs, latestMs } = time;
    const isMade = earliestMs >= fromMs && earliestMs < toMs && revision === oracle.revision;
    return isMade || make(time) ? head + Math.max(0, closesAtMs - latestMs) + tail : null;
  };
}

const REMAIN = '"remainMs":';
