import { html } from "lit";
import { isClosed } from "../table/connection.ts";
import type { TableView } from "../table/view.ts";
import { grouped } from "./grouped.ts";

/**
 * The phase in words. While a round is played the bar says "Dealing" or "Racing", and "No more bets" is
 * only spoken; it is shown if bets close before the phase ends. A finished round can be seen, so the bar
 * then names the next one.
 */
export function phaseInWords({ words, state, game, connection, remainMs }: TableView): unknown {
  if (state === null || isClosed(connection)) {
    return words.connections[connection];
  }
  if (state.phase === "betting" && remainMs <= 0) {
    return words.phases.revealing;
  }
  if (state.phase === "waiting") {
    const next = words.upNext(grouped(state.round + 1, words.lang));
    return html`<span class="hidden">${words.phases.waiting}. </span>${next}`;
  }
  const own = words.games[game.slug]?.playing;
  return state.phase === "revealing" && own !== undefined
    ? html`<span class="hidden">${words.phases.revealing}: </span>${own}`
    : words.phases[state.phase];
}
