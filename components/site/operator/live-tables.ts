import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import type { SpotPress } from "../../../src/wire/bets.ts";
import type { PhaseMessage } from "../../../src/wire/phase-event.ts";
import type { BetsTable } from "./play-money.ts";

export interface TableListener {
  onPhase(game: Game, message: PhaseMessage, table: BetsTable): void;
  onPress(table: BetsTable, press: SpotPress): void;
}

/** Opens the page's tables as elements, which do not need a key, and subscribes to their events. */
export async function openElements(page: Document, listener: TableListener): Promise<void> {
  await import("../../game-table.ts");
  for (const place of page.querySelectorAll<HTMLElement>(".table")) {
    const game = findGame(place.dataset["slug"] ?? "");
    if (game === undefined) {
      continue;
    }
    const element = page.createElement("game-table");
    Object.assign(element, { game: game.slug, lang: "en", betSpots: true });
    const table: BetsTable = {
      game: game.slug,
      show: (bets) => (element.bets = bets),
      settle: (winners) => (element.winners = winners),
    };
    element.addEventListener("bet-spot", ({ detail }) => listener.onPress(table, detail));
    element.addEventListener("phase", ({ detail }) => listener.onPhase(game, detail, table));
    place.querySelector(".box")?.replaceChildren(element);
  }
}
