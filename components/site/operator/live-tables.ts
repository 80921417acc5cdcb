import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import type { SpotPress } from "../../../src/wire/bets.ts";
import { CONNECT_TYPE, PORT_VERSION, isFrameMessage } from "../../../src/wire/frame-port.ts";
import type { ConnectMessage, PageMessage } from "../../../src/wire/frame-port.ts";
import { isPhaseMessage } from "../../../src/wire/phase-event.ts";
import type { PhaseMessage } from "../../../src/wire/phase-event.ts";
import type { BetsTable } from "./play-money.ts";

/** What the page does with its tables. */
export interface Receiver {
  /** Called with each message of a table. */
  receive(game: Game, message: PhaseMessage, table: BetsTable): void;
  /** Called when a spot of a table is pressed. */
  pressed(table: BetsTable, press: SpotPress): void;
}

/**
 * Opens the page's tables as iframes: takes each from its template, and sets its URL with the key.
 * Nothing is loaded before. Messages are checked as an operator's page should check them: the origin
 * of the service, the window of a table, and the type of its game.
 */
export function openFrames(page: Document, key: string, receiver: Receiver): void {
  const tables = new Map<HTMLIFrameElement, { game: Game; table: BetsTable }>();
  for (const { place, game, template } of placesIn(page)) {
    const frame = template.content.querySelector("iframe");
    if (frame !== null) {
      // This page's own origin, even if the public URL of the service is another one.
      const address = new URL(`/embed/${game.slug}/`, location.origin);
      address.searchParams.set("key", key);
      frame.src = address.href;
      const table = frameBets(frame, game.slug, (...press) => receiver.pressed(...press));
      place.replaceChildren(frame);
      tables.set(frame, { game, table });
    }
  }
  window.addEventListener("message", ({ data, origin, source }) => {
    for (const [frame, { game, table }] of tables) {
      if (
        origin === location.origin &&
        source === frame.contentWindow &&
        isPhaseMessage(data) &&
        data.type === game.eventType
      ) {
        receiver.receive(game, data, table);
      }
    }
  });
}

/** Opens the page's tables as elements, which need no key, and subscribes to their events. */
export async function openElements(page: Document, receiver: Receiver): Promise<void> {
  await import("../../game-table.ts");
  for (const { place, game } of placesIn(page)) {
    const table = page.createElement("game-table");
    table.game = game.slug;
    table.lang = "en";
    table.betSpots = true;
    const bets: BetsTable = {
      game: game.slug,
      show: (shown) => (table.bets = shown),
      settle: (winners) => (table.winners = winners),
    };
    table.addEventListener("bet-spot", ({ detail }) => receiver.pressed(bets, detail));
    table.addEventListener("phase", (event) => {
      if (event instanceof CustomEvent && isPhaseMessage(event.detail)) {
        receiver.receive(game, event.detail, bets);
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

/**
 * The bets of a table in a frame: hands it a port whenever it has loaded, asks for presses, and says the bets
 * there.
 */
function frameBets(
  frame: HTMLIFrameElement,
  game: string,
  pressed: (table: BetsTable, press: SpotPress) => void,
): BetsTable {
  let port: MessagePort | null = null;
  const send = (message: PageMessage) => port?.postMessage(message);
  const table: BetsTable = {
    game,
    show: (bets) => send({ type: "bets", bets }),
    settle: (winners) => send({ type: "winners", winners }),
  };
  frame.addEventListener("load", () => {
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.addEventListener("message", ({ data }) => {
      if (isFrameMessage(data) && data.type === "bet-spot") {
        pressed(table, data.press);
      }
    });
    port.start();
    const connect: ConnectMessage = { type: CONNECT_TYPE, version: PORT_VERSION };
    frame.contentWindow?.postMessage(connect, location.origin, [channel.port2]);
    send({ type: "bet-spots", isOn: true });
  });
  return table;
}
