import type { Game } from "../../src/games/contract.ts";
import { findGame } from "../../src/games/index.ts";
import { isPhaseMessage } from "../../src/phase-event.ts";
import type { PhaseMessage } from "../../src/phase-event.ts";

/** Called with each message of a table. */
export type Receive = (game: Game, message: PhaseMessage) => void;

/**
 * Opens the page's tables as iframes: takes each from its template, and sets its URL with the key.
 * Nothing is loaded before. Messages are checked as an operator's page should check them: the origin
 * of the service, the window of a table, and the type of its game.
 */
export function openFrames(page: Document, key: string, receive: Receive): void {
  const tables = new Map<HTMLIFrameElement, Game>();
  for (const { place, game, template } of placesIn(page)) {
    const frame = template.content.querySelector("iframe");
    if (frame !== null) {
      // This page's own origin, even if the public URL of the service is another one.
      const address = new URL(`/embed/${game.slug}/`, location.origin);
      address.searchParams.set("key", key);
      frame.src = address.href;
      place.replaceChildren(frame);
      tables.set(frame, game);
    }
  }
  window.addEventListener("message", ({ data, origin, source }) => {
    for (const [frame, game] of tables) {
      if (
        origin === location.origin &&
        source === frame.contentWindow &&
        isPhaseMessage(data) &&
        data.type === game.eventType
      ) {
        receive(game, data);
      }
    }
  });
}

/** Opens the page's tables as elements, which need no key, and subscribes to their events. */
export async function openElements(page: Document, receive: Receive): Promise<void> {
  await import("../game-table.ts");
  for (const { place, game } of placesIn(page)) {
    const table = page.createElement("game-table");
    table.game = game.slug;
    table.lang = "en";
    table.addEventListener("phase", (event) => {
      if (event instanceof CustomEvent && isPhaseMessage(event.detail)) {
        receive(game, event.detail);
      }
    });
    place.replaceChildren(table);
  }
}

/** The boxes that tables are put into. */
function* placesIn(page: Document) {
  for (const table of page.querySelectorAll<HTMLElement>(".table")) {
    const game = findGame(table.dataset["slug"] ?? "");
    const place = table.querySelector<HTMLElement>(".box");
    const template = table.querySelector("template");
    if (game !== undefined && place !== null && template !== null) {
      yield { place, game, template };
    }
  }
}
