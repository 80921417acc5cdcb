import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { TableView } from "../table/view.ts";
import type { RoundState } from "../wire.ts";
import { countdown } from "./countdown.ts";
import { toolbar } from "./toolbar.ts";

/** The bar above the table: game and phase, the countdown, the round, the connection, the buttons. */
export function bar(view: TableView): TemplateResult {
  const { words, state, game } = view;
  return html`<header class="bar">
    <div class="title">
      <h2>${words.games[game.slug]?.name ?? game.slug}</h2>
      <p class="phase" part="status" role="status">${phaseInWords(view)}</p>
    </div>
    ${countdown(view)}
    <div class="bar-end">
      <div class="rounds" part="round">
        ${state === null ? nothing : round(view, state)}${connectionLight(view)}
      </div>
      ${toolbar(view)}
    </div>
  </header>`;
}

/**
 * The phase in words. While a round is played the bar says "Dealing" or "Racing", and "No more bets" is
 * only spoken; it is shown if bets close before the phase ends. A finished round can be seen, so the bar
 * then names the next one.
 */
function phaseInWords({ words, state, game, connection, remainMs }: TableView): unknown {
  if (state === null || connection === "maintenance" || connection === "suspended") {
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

/** The round's number, a button that opens its proof. */
function round({ words, timeZone }: TableView, state: RoundState): TemplateResult {
  return html`<button type="button" class="prove" data-act="proof" title=${words.proof}>
    <span class="round"
      ><span>${words.round}</span> <b>${grouped(state.round, words.lang)}</b></span
    >
    <span class="daily"
      ><span class="hidden">${words.dailyRound}</span> #${grouped(state.daily_round, words.lang)}
      <span class="date">${state.date} ${timeZone}</span></span
    >
  </button>`;
}

/** The light of the connection, by colour and shape; its label says how old the state is. */
function connectionLight({ connection, ageMs, words }: TableView): TemplateResult {
  const isLate = connection === "stale" || connection === "offline";
  const label = isLate
    ? `${words.connections[connection]}, ${words.ageSeconds(Math.round(ageMs / 1000))}`
    : words.connections[connection];
  return html`<span class="link ${connection}" part="link" title=${label}
    ><span class="hidden">${label}</span></span
  >`;
}

/** By language: creating a format costs more than using it a thousand times. */
const formats = new Map<string, Intl.NumberFormat>();

/** A whole number with its digits grouped as the language writes it. */
export function grouped(value: number, lang: string): string {
  const format = formats.get(lang) ?? new Intl.NumberFormat(lang);
  formats.set(lang, format);
  return format.format(value);
}
