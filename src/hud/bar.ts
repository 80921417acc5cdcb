import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { TableView } from "../table/view.ts";
import type { RoundState } from "../wire.ts";
import { connectionLight } from "./connection-light.ts";
import { countdown } from "./countdown.ts";
import { grouped } from "./grouped.ts";
import { phaseInWords } from "./phase-in-words.ts";
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
