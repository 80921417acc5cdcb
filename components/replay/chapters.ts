import { html } from "lit";
import type { TemplateResult } from "lit";
import type { Phase } from "../../src/round/phases.ts";
import type { TableView } from "../../src/table/view.ts";
import type { Replay } from "./replay.ts";

/** The parts of a replay, for over its slider: a press goes to the start of one. */
export function chapters(view: TableView, replay: Replay): TemplateResult {
  return html`<div class="chapters">
    ${replay.chapters.map(
      ({ phase, atMs }) =>
        html`<button
          type="button"
          class="chapter"
          aria-current=${view.state?.phase === phase ? "true" : "false"}
          @click=${() => replay.seek(atMs)}
        >
          <span>${chapterName(view, phase)}</span>
        </button>`,
    )}
  </div>`;
}

/** Lays out the parts, and their marks on the slider. No attribute does: a page's policy may forbid `style`. */
export function layOut(root: ParentNode, slider: HTMLElement, replay: Replay): void {
  const buttons = root.querySelectorAll<HTMLElement>(".chapter");
  replay.chapters.forEach(({ phase, atMs, lengthMs }, index) => {
    buttons[index]?.style.setProperty("flex-grow", String(lengthMs));
    slider.style.setProperty(`--${phase}`, String(atMs / replay.lengthMs));
  });
}

/** What a part of a replay is called. Of betting only the end is shown. */
export function chapterName({ words, game }: TableView, phase: Phase): string {
  switch (phase) {
    case "betting":
      return words.lastBets;
    case "revealing":
      return words.games[game.slug]?.playing ?? words.phases.revealing;
    default:
      return words.phases[phase];
  }
}
