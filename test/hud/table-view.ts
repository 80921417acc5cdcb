import { render } from "@lit-labs/ssr";
import { FallbackRenderer } from "@lit-labs/ssr/lib/element-renderer.js";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import type { Game } from "../../src/games/contract.ts";
import { findGame } from "../../src/games/index.ts";
import { initialControls } from "../../src/hud/table/controls.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { wordsOf } from "../../src/i18n/index.ts";
import type { HistoryEntry } from "../../src/wire/responses.ts";

/** A table whose board has these outcomes, oldest first, starting with daily round 145. */
export function viewWith(slug: string, outcomes: readonly unknown[], lang = "en"): TableView {
  const results = outcomes.map((outcome, index): HistoryEntry =>
    Object.assign({ round: 9001 + index, daily_round: 145 + index, date: "2026-03-02" }, outcome),
  );
  const game = findGame(slug) as Game;
  return {
    game,
    state: null,
    times: game,
    results: results.toReversed(),
    elapsedMs: 0,
    remainMs: 0,
    timeZone: "UTC",
    connection: "live",
    ageMs: 0,
    controls: initialControls,
    hasPicture: true,
    words: wordsOf(lang),
  };
}

/** Lit allows slots only inside a custom element; this stands in for the table's. */
const HOST = new FallbackRenderer("game-table");

/** A template as the server renders it, without Lit's comments and the spaces between elements. */
export function textOf(template: unknown): string {
  return collectResultSync(render(template, { customElementHostStack: [HOST] }))
    .replace(/<!--[^>]*-->/g, "")
    .replace(/\s+/g, " ")
    .replace(/> | [<>]/g, (edge) => edge.trim());
}

export function visibleText(text: string): string {
  return words(text.replace(/<span class="visually-hidden">.*?<\/span>/g, ""));
}

/** The part of a text that a screen reader announces. */
export function received(text: string): string {
  return words(text.replace(/<(\w+)[^>]*aria-hidden="true"[^>]*>.*?<\/\1>/g, ""));
}

function words(text: string): string {
  return text
    .replaceAll("\uFE0E", "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

export function labels(text: string): string[] {
  return [...text.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label ?? "");
}
