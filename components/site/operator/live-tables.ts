import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import type { SpotPress } from "../../../src/wire/bets.ts";
import type { PhaseMessage } from "../../../src/wire/phase-event.ts";
import { createTable } from "../../kit/index.ts";
import type { BetsTable } from "./play-money.ts";

/** Receives the messages and presses of the page's tables. */
export interface Receiver {
  receive(game: Game, message: PhaseMessage, table: BetsTable): void;
  pressed(table: BetsTable, press: SpotPress): void;
}

/** Opens the page's tables as iframes with the package, as an operator would. */
export function openFrames(page: Document, key: string, receiver: Receiver): void {
  for (const { place, game, title } of placesIn(page)) {
    place.replaceChildren();
    // This page's own origin, even if the public URL of the service is different.
    const options = { baseUrl: location.origin, game: game.slug, key, title };
    const frame = createTable(place, options);
    const table: BetsTable = {
      game: game.slug,
      show: (bets) => frame.setBets(bets),
      settle: (winners) => frame.setWinners(winners),
    };
    frame.on("phase", (message) => receiver.receive(game, message, table));
    frame.on("bet-spot", (press) => receiver.pressed(table, press));
  }
}

/** Opens the page's tables as elements, which do not need a key, and subscribes to their events. */
export async function openElements(page: Document, receiver: Receiver): Promise<void> {
  await import("../../game-table.ts");
  for (const { place, game } of placesIn(page)) {
    const element = page.createElement("game-table");
    Object.assign(element, { game: game.slug, lang: "en", betSpots: true });
    const table: BetsTable = {
      game: game.slug,
      show: (bets) => (element.bets = bets),
      settle: (winners) => (element.winners = winners),
    };
    element.addEventListener("bet-spot", ({ detail }) => receiver.pressed(table, detail));
    element.addEventListener("phase", ({ detail }) => receiver.receive(game, detail, table));
    place.replaceChildren(element);
  }
}

function* placesIn(page: Document) {
  for (const table of page.querySelectorAll<HTMLElement>(".table")) {
    const game = findGame(table.dataset["slug"] ?? "");
    const place = table.querySelector<HTMLElement>(".box");
    if (game !== undefined && place !== null) {
      yield { place, game, title: `${table.querySelector("strong")?.textContent}, live` };
    }
  }
}
