import { html } from "lit";
import { LAST_SECONDS } from "../round/phases.ts";
import { isClosed } from "../wire/connection.ts";
import { groupDigits } from "./group-digits.ts";
import type { TableView } from "./table/view.ts";

/**
 * The phase as text:
 * - without a connection, the state of the connection, because the phase is unknown;
 * - "Last bets" in the last seconds, when the dealer calls it;
 * - "No more bets" from the close of bets to the end of `betting`, and during `revealing` on card tables without
 *   motion; elsewhere only screen readers get it, before "Dealing";
 * - "Dealing" or "Racing" while the round is played;
 * - "Finish replay" during the replay of a finish;
 * - "Result" from the moment the podium appears;
 * - the next round after the result.
 */
export function phaseInWords(view: TableView): unknown {
  const { words, state, game, connection, remainMs, awaits, isMotionless } = view;
  if (state === null || isClosed(connection) || connection === "offline") {
    return words.connections[connection];
  }
  if (state.phase === "betting" && remainMs <= LAST_SECONDS * 1_000) {
    return remainMs > 0 ? words.lastBets : words.phases.revealing;
  }
  if (state.phase === "waiting") {
    const next = words.upNext(groupDigits(state.round + 1, words.lang));
    return html`<span class="visually-hidden">${words.phases.waiting}. </span>${next}`;
  }
  if (awaits === "winner") {
    return words.phases.result;
  }
  const { playing, replayed = playing } = words.games[game.slug] ?? {};
  const name = awaits === "replay" ? replayed : playing;
  // Only a race has reveal times, and it still runs without motion.
  const isDealtAlready = isMotionless && !game.revealTimes;
  return state.phase === "revealing" && name !== undefined && !isDealtAlready
    ? html`<span class="visually-hidden">${words.phases.revealing}: </span>${name}`
    : words.phases[state.phase];
}
