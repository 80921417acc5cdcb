import { findGame } from "../src/games/index.ts";
import type { Game } from "../src/games/game.ts";

/** A table of the page, live in its iframe. */
export interface FramedTable {
  readonly game: Game;
  readonly frame: HTMLIFrameElement;
}

/**
 * Opens the page's tables: takes each iframe out of its template and gives it the address with the
 * key. Until then nothing is loaded, so that a page without a key has no broken frames.
 */
export function frameTables(page: Document, key: string): FramedTable[] {
  return [...page.querySelectorAll<HTMLElement>(".table")].flatMap((table) => {
    const game = findGame(table.dataset["slug"] ?? "");
    const template = table.querySelector("template");
    const frame = template?.content.querySelector("iframe");
    if (game === undefined || !template || !frame) {
      return [];
    }
    // Ours is the same service, whatever address the world knows it by.
    const address = new URL(`/embed/${game.slug}/`, location.origin);
    address.searchParams.set("key", key);
    frame.src = address.href;
    template.replaceWith(frame);
    return [{ game, frame }];
  });
}
