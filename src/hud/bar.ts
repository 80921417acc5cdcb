import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { TableView } from "../view.ts";
import { ring } from "./ring.ts";

/** The bar above the table: game and phase, the countdown, the round and the connection. */
export function bar(view: TableView): TemplateResult {
  const { words, state, game, link } = view;
  return html`<header class="bar">
    <div class="title">
      <h2>${words.games[game.slug]?.name ?? game.slug}</h2>
      <p class="phase" part="status" role="status">
        ${state === null || link === "maintenance" ? words.links[link] : words.phases[state.phase]}
      </p>
    </div>
    ${ring(view)}
    <div class="rounds" part="round">
      <p class="round">
        ${state === null ? nothing : html`<span>${words.round}</span> ${number(view, state.round)}`}
      </p>
      <p class="daily">
        ${
          state === null
            ? nothing
            : html`<span>${words.dailyRound}</span> #${number(view, state.daily_round)}
                <span class="date">${state.date} ${view.timeZone}</span>`
        }
      </p>
      <span class="link ${link}" part="link" title=${words.links[link]}
        ><span class="hidden">${words.links[link]}</span></span
      >
    </div>
  </header>`;
}

function number(view: TableView, value: number): string {
  return new Intl.NumberFormat(view.words.lang).format(value);
}
