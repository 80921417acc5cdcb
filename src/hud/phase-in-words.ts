import { html } from "lit";
import { LAST_SECONDS } from "../look/tokens.ts";
import { isClosed } from "../wire/connection.ts";
import { grouped } from "./grouped.ts";
import type { TableView } from "./table/view.ts";

/**
 * The phase as text. While a round is played the bar says "Dealing" or "Racing", while its finish is shown
 * again, that it is a replay, and "Result" as its best come up on the podium. "Last bets" is shown as the dealer calls it,
 * while the ring's last seconds run. "No more bets" is only spoken; it is shown if bets close before the phase ends, and
 * where cards lie open at once, without motion: none is dealt there. A finished round can be seen, so the bar then names
 * the next one. Without a connection the phase is unknown.
 */
export function phaseInWords(view: TableView): unknown {
  const { words, state, game, connection, remainMs, awaits, isStill } = view;
  if (state === null || isClosed(connection) || connection === "offline") {
    return words.connections[connection];
  }
  if (state.phase === "betting" && remainMs <= LAST_SECONDS * 1_000) {
    return remainMs > 0 ? words.lastBets : words.phases.revealing;
  }
  if (state.phase === "waiting") {
    const next = words.upNext(grouped(state.round + 1, words.lang));
    return html`<span class="hidden">${words.phases.waiting}. </span>${next}`;
  }
  if (awaits === "winner") {
    return words.phases.result;
  }
  const { playing, replayed = playing } = words.games[game.slug] ?? {};
  const own = awaits === "replay" ? replayed : playing;
  const isOver = isStill && !game.board.tells;
  return state.phase === "revealing" && own !== undefined && !isOver
    ? html`<span class="hidden">${words.phases.revealing}: </span>${own}`
    : words.phases[state.phase];
}
