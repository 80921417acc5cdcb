import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import { winnerRevealMs } from "../../../src/hud/revealed-view.ts";
import { isConfirmed } from "../../../src/round/phases.ts";
import { StateApi } from "../../../src/wire/api.ts";
import { toPhaseMessage } from "../../../src/wire/phase-event.ts";
import type { PhaseMessage } from "../../../src/wire/phase-event.ts";
import type { RoundState } from "../../../src/wire/responses.ts";
import { copyOnPress } from "../copy-button.ts";
import { element } from "../dom.ts";
import { PlayMoney } from "./play-money.ts";
import type { BetsTable } from "./play-money.ts";

/** Maximum number of entries in the log: about 15 minutes of messages from three tables. */
const MAX_ENTRIES = 200;

/** JSON as text that can wrap. */
const spaced = (value: unknown) => JSON.stringify(value).replaceAll(",", ", ");

function addToLog(log: HTMLElement, message: PhaseMessage, at: Date): HTMLElement {
  const entry = element(
    "li",
    { "data-phase": message.phase },
    element("time", { datetime: at.toISOString() }, at.toLocaleTimeString("en-GB")),
    element("code", {}, spaced(message)),
  );
  const list = log.querySelector("ol");
  list?.prepend(entry);
  list?.children[MAX_ENTRIES]?.remove();
  return entry;
}

function fetchState(game: Game, signal: AbortSignal): Promise<RoundState> {
  return new StateApi(`${location.origin}/`, game.slug, fetch).current(signal);
}

/** Fetches a confirmed round's state. Rejects if the service does not respond, or the round is not confirmed. */
async function fetchResult(game: Game, round: number, signal: AbortSignal): Promise<RoundState> {
  const state = await fetchState(game, signal);
  if (state.round !== round || !isConfirmed(state.phase)) {
    throw new Error(`Round ${round} is not confirmed.`);
  }
  return state;
}

function addCopyButtons(page: Document): void {
  for (const snippet of page.querySelectorAll<HTMLElement>(".snippet")) {
    const code = snippet.querySelector<HTMLElement>("pre");
    const label = element("span", {});
    const file = element("span", { class: "visually-hidden" }, ` ${snippet.dataset["file"] ?? ""}`);
    const button = element("button", { type: "button", class: "quiet beside" }, label, file);
    if (code !== null) {
      copyOnPress(button, label, code, { suffix: "\n" });
      snippet.querySelector("figcaption")?.append(button);
    }
  }
}

/*
 * The operator's page: copy buttons, live tables as elements, and a log of their messages. Pressing a spot stakes
 * play money.
 */
addCopyButtons(document);

const entries = document.querySelector<HTMLElement>(".entries");
if (entries !== null) {
  const leaving = new AbortController();
  window.addEventListener("pagehide", () => leaving.abort());

  const amounts = new Intl.NumberFormat("en");
  const balance = document.querySelector<HTMLElement>(".balance");
  const money = new PlayMoney((amount) => {
    if (balance !== null) {
      balance.textContent = amounts.format(amount);
    }
  });

  const followPhases = (game: Game, message: PhaseMessage, table: BetsTable): void => {
    const entry = addToLog(entries, message, new Date());
    if (message.phase !== "result") {
      return;
    }
    // Fetched immediately, because a background tab might wake too late, but logged only when the table shows it.
    const sinceMs = performance.now();
    fetchResult(game, message.round, leaving.signal).then(
      (state) => {
        const leftMs = winnerRevealMs({ game, state }) - (performance.now() - sinceMs);
        setTimeout(() => {
          entry.append(element("code", {}, spaced(game.historyFields(state))));
          money.finish(table, state);
        }, leftMs);
      },
      () => entry.append(element("code", {}, "could not be fetched")),
    );
  };

  await import("../../game-table.ts");
  for (const place of document.querySelectorAll<HTMLElement>(".table")) {
    const game = findGame(place.dataset["slug"] ?? "");
    if (game === undefined) {
      continue;
    }
    // An element does not need a key.
    const table = document.createElement("game-table");
    Object.assign(table, { game: game.slug, lang: "en", betSpots: true });
    const bets: BetsTable = {
      game: game.slug,
      show: (placed) => (table.bets = placed),
      settle: (winners) => (table.winners = winners),
    };
    table.addEventListener("bet-spot", ({ detail }) => money.press(bets, detail, Date.now()));
    table.addEventListener("phase", ({ detail }) => followPhases(game, detail, bets));
    // The log starts with each table's current phase.
    table.addEventListener("ready", () => {
      fetchState(game, leaving.signal).then(
        (state) => followPhases(game, toPhaseMessage(game.eventType, state), bets),
        () => {},
      );
    });
    place.querySelector(".box")?.replaceChildren(table);
  }
}
