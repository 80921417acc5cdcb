import { html } from "lit";
import type { TemplateResult } from "lit";
import type { Hand } from "../games/contract.ts";
import type { Card, Suit } from "../round/cards.ts";
import { chip, sideName, sideOf } from "./side.ts";
import type { TableView } from "./table/view.ts";

/** Each ends in a variation selector that asks for text instead of a coloured emoji. */
const SUIT_SIGNS: Readonly<Record<Suit, string>> = {
  S: "♠\uFE0E",
  H: "♥\uFE0E",
  D: "♦\uFE0E",
  C: "♣\uFE0E",
};

/** The hands of a round in short: each side's letter, cards and total. */
export function hands(view: TableView, dealt: readonly Hand[]): TemplateResult {
  return html`<ul class="hands">
    ${dealt.map((hand) => {
      const side = sideOf(view, hand.side);
      return html`<li>
        ${chip(view, side)}<span class="hidden">${sideName(view, side)}: </span>
        ${hand.cards.map((card) => cardText(view, card))}
        ${hand.total === null ? "" : html`<b>= ${hand.total}</b>`}
      </li>`;
    })}
  </ul>`;
}

function cardText(view: TableView, card: Card): TemplateResult {
  const kind = card.suit === "H" || card.suit === "D" ? "card red-suit" : "card";
  return html`<span class=${kind} aria-hidden="true">${card.value}${SUIT_SIGNS[card.suit]}</span
    ><span class="hidden">${view.words.card(card)}</span> `;
}
