import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { untilLoaded } from "../../src/feed/until-loaded.ts";
import type { TableView } from "../../src/table/view.ts";

/** A system set to reduced motion is calm. */
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let isAsked = false;

/** What is worth knowing while bets are open. Its element is loaded when it is first due, after the table. */
export function facts(
  view: TableView,
  service: string | null,
  hasBets: boolean,
): TemplateResult | typeof nothing {
  const { state, connection, controls } = view;
  const isCalm = controls.calm || reducedMotion.matches;
  if (state?.phase !== "betting" || connection !== "live" || isCalm) {
    return nothing;
  }
  if (!isAsked) {
    isAsked = true;
    const patience = { random: Math.random, failed: console.warn };
    void untilLoaded(() => import("../facts/element.ts"), patience);
  }
  const { hasPlaces } = view.game.board;
  return html`<table-facts
    ?places=${hasPlaces}
    ?bets=${hasBets}
    .service=${service}
    .view=${view}
  ></table-facts>`;
}
