import type { Game } from "../../src/games/contract.ts";
import { findGame } from "../../src/games/index.ts";
import { isPhaseMessage } from "../../src/phase-event.ts";
import type { PhaseMessage } from "../../src/phase-event.ts";

/** What is done with a message of a table. */
export type Receive = (game: Game, message: PhaseMessage) => void;

/**
 * Opens the page's tables as iframes: takes each out of its template and gives it the address with
 * the key. Until then nothing is loaded. Messages count as an operator's page would count them: of
 * the service's origin, from the window of a table, and of that table's game.
 */
export function openFrames(page: Document, key: string, receive: Receive): void {
  const tables = new Map<HTMLIFrameElement, Game>();
  for (const { place, game, template } of placesIn(page)) {
    const frame = template.content.querySelector("iframe");
    if (frame !== null) {
      // Ours is the same service, whatever address the world knows it by.
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

/** Opens the page's tables as elements, which need no key, and hears their events. */
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

/** The places that wait for a table. */
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
