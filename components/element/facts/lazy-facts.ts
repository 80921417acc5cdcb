import { html, nothing } from "lit";
import type { TableView } from "../../../src/hud/table/view.ts";
import { loadWithRetry } from "../../../src/wire/load-with-retry.ts";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let areFactsRequested = false;

/** Renders facts while bets are open. Their element is loaded when first due, after the table. */
export function renderFacts(view: TableView, service: string | null) {
  const { state, connection, controls } = view;
  const isCalm = controls.calm || reducedMotion.matches;
  if (state?.phase !== "betting" || connection !== "live" || isCalm) {
    return nothing;
  }
  if (!areFactsRequested) {
    areFactsRequested = true;
    void loadWithRetry(() => import("./table-facts.ts"));
  }
  return html`<table-facts .service=${service} .view=${view}></table-facts>`;
}
