import { svg, html } from "lit";
import type { TemplateResult } from "lit";
import { phaseLengthMs } from "../round/clock.ts";
import type { TableView } from "../view.ts";

const RADIUS = 20;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** From here on the ring warns, in seconds: colour and shape change. */
const LAST_SECONDS = 5;

/** The betting time left, as a ring that empties and as digits; a bar when bets are closed. */
export function ring(view: TableView): TemplateResult {
  const seconds = Math.ceil(view.remainMs / 1000);
  if (view.state?.phase !== "betting" || seconds === 0) {
    return html`<div
      class="ring closed"
      part="countdown"
      role="timer"
      aria-label=${closedLabel(view)}
    >
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle class="track" cx="24" cy="24" r=${RADIUS}></circle>
        <rect class="stop" x="13" y="21" width="22" height="6" rx="3"></rect>
      </svg>
    </div>`;
  }
  const share = Math.min(1, (seconds * 1000) / phaseLengthMs("betting", view.game));
  const state = seconds <= LAST_SECONDS ? "last" : "open";
  return html`<div
    class="ring ${state}"
    part="countdown"
    role="timer"
    aria-label=${view.words.secondsLeft(seconds)}
  >
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <circle class="track" cx="24" cy="24" r=${RADIUS}></circle>
      ${arc(share)}
    </svg>
    <span class="digits">${seconds}</span>
  </div>`;
}

function arc(share: number): TemplateResult<2> {
  return svg`<circle
    class="arc" cx="24" cy="24" r=${RADIUS} transform="rotate(-90 24 24)"
    stroke-dasharray=${CIRCUMFERENCE.toFixed(2)}
    stroke-dashoffset=${((1 - share) * CIRCUMFERENCE).toFixed(2)}
  ></circle>`;
}

function closedLabel(view: TableView): string {
  return view.state?.phase === "waiting" ? view.words.nextRound : view.words.betsClosed;
}
