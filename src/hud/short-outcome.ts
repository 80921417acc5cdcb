import { html } from "lit";
import type { TemplateResult } from "lit";
import type { Hand } from "../games/contract.ts";
import type { Card, Suit } from "../round/cards.ts";
import { disc, sideLetter, sideName, sideById } from "./side.ts";
import type { TableView } from "./table/view.ts";

/** Each ends in a variation selector that requests text instead of a coloured emoji. */
const SUIT_SIGNS: Readonly<Record<Suit, string>> = {
  S: "♠\uFE0E",
  H: "♥\uFE0E",
  D: "♦\uFE0E",
  C: "♣\uFE0E",
};

/** Renders a round's outcome in short form: the hands, or the finishing order. */
export function shortOutcome(view: TableView, outcome: unknown): TemplateResult | string {
  const summary = view.game.summary(outcome);
  if ("hands" in summary) {
    return hands(view, summary.hands);
  }
  return "ranking" in summary ? ranking(view, summary.ranking) : summary.text;
}

/** Renders a finishing order: a bead for each side, from first place to last. */
function ranking(view: TableView, ids: readonly string[]): TemplateResult {
  const sides = ids.map((id) => sideById(view, id));
  return html`<ol class="ranking">
    ${sides.map(
      (side) =>
        html`<li class="disc" data-colour=${side.colour} title=${sideName(view, side)}>
          <span aria-hidden="true">${sideLetter(view, side)}</span
          ><span class="visually-hidden">${sideName(view, side)}</span>
        </li>`,
    )}
  </ol>`;
}

function hands(view: TableView, dealt: readonly Hand[]): TemplateResult {
  return html`<ul class="hands">
    ${dealt.map((hand) => {
      const side = sideById(view, hand.side);
      return html`<li>
        ${disc(view, side)}<span class="visually-hidden">${sideName(view, side)}: </span>
        ${hand.cards.map((card) => cardText(view, card))}
        ${hand.total === null ? "" : html`<b>= ${hand.total}</b>`}
      </li>`;
    })}
  </ul>`;
}

function cardText(view: TableView, card: Card): TemplateResult {
  const kind = card.suit === "H" || card.suit === "D" ? "card red-suit" : "card";
  return html`<span class=${kind} aria-hidden="true">${card.value}${SUIT_SIGNS[card.suit]}</span
    ><span class="visually-hidden">${view.words.card(card)}</span> `;
}
