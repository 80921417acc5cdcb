import { html, nothing, svg } from "lit";
import type { TemplateResult } from "lit";
import { LAST_SECONDS, phaseLengthMs } from "../round/phases.ts";
import { isClosed } from "../wire/connection.ts";
import { sideLetter, winningSide } from "./side.ts";
import type { TableView } from "./table/view.ts";

const RADIUS = 21;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** Seconds left when the ring changes colour; in the last seconds it also changes shape. */
const SOON_SECONDS = 10;

/** Line drawings in the ring's 48 by 48 box. */
const signs = {
  padlock: "M19 22v-4a5 5 0 0 1 10 0v4M16 22h16v12h-16zM24 27v2",
  forward: "M16 16l8 8l-8 8M25 16l8 8l-8 8",
} as const;

interface Dial {
  kind: "open" | "soon" | "last" | "closed" | "won" | "next" | "idle";
  /** How full the ring is, 0 to 1. */
  share: number;
  sign?: keyof typeof signs;
  text?: string | number;
  colour?: string;
  label: string;
}

/**
 * Renders the countdown: a ring that empties during betting and shows the seconds, then a padlock while the round is
 * played, then the winner's letter, and finally a ring that fills until the next round. It changes only on whole
 * seconds, when `components/element/countdown-timer.ts` redraws it.
 */
export function countdown(view: TableView): TemplateResult {
  const { kind, share, sign, text, colour, label } = dialFor(view);
  return html`<div
    class="ring ${kind}"
    part="countdown"
    role="timer"
    aria-label=${label}
    data-colour=${colour ?? nothing}
  >
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <circle class="track" cx="24" cy="24" r=${RADIUS}></circle>
      ${share > 0 ? arc(share) : nothing}${sign === undefined ? nothing : svg`<path d=${signs[sign]}></path>`}
    </svg>
    ${text === undefined ? nothing : html`<span class="digits">${text}</span>`}
  </div>`;
}

function dialFor(view: TableView): Dial {
  const { state, times, words, remainMs } = view;
  if (isClosed(view.connection)) {
    return { kind: "next", share: 0, sign: "forward", label: words.connections[view.connection] };
  }
  switch (state?.phase) {
    case undefined:
      return { kind: "idle", share: 0, label: words.connections[view.connection] };
    case "betting": {
      const seconds = Math.ceil(remainMs / 1000);
      return seconds === 0
        ? { kind: "closed", share: 0, sign: "padlock", label: words.betsClosed }
        : {
            kind: seconds <= LAST_SECONDS ? "last" : seconds <= SOON_SECONDS ? "soon" : "open",
            share: Math.min(1, (seconds * 1000) / times.closesMs),
            text: seconds,
            label: words.secondsLeft(seconds),
          };
    }
    case "revealing":
      return { kind: "closed", share: playedShare(view), sign: "padlock", label: words.betsClosed };
    case "result": {
      const side = winningSide(view, state);
      const text = sideLetter(view, side);
      return { kind: "won", share: 1, text, colour: side.colour, label: words.betsClosed };
    }
    case "waiting":
      return { kind: "next", share: playedShare(view), sign: "forward", label: words.nextRound };
  }
}

/** The share of the phase that is over at the end of the current second. */
function playedShare({ state, times, elapsedMs }: TableView): number {
  const lengthMs = state === null ? 0 : phaseLengthMs(state.phase, times);
  return Math.min(1, ((Math.floor(elapsedMs / 1000) + 1) * 1000) / lengthMs);
}

function arc(share: number): TemplateResult<2> {
  return svg`<circle
    class="arc" cx="24" cy="24" r=${RADIUS} transform="rotate(-90 24 24)"
    stroke-dasharray=${CIRCUMFERENCE.toFixed(2)}
    stroke-dashoffset=${((1 - share) * CIRCUMFERENCE).toFixed(2)}
  ></circle>`;
}
