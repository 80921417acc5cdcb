import type { Game, Side } from "../../../src/games/contract.ts";
import { winnerSeenMs } from "../../../src/hud/as-seen.ts";
import { isConfirmed } from "../../../src/round/phases.ts";
import type { RoundState } from "../../../src/wire/answers.ts";
import { StateApi } from "../../../src/wire/api.ts";
import type { PhaseMessage } from "../../../src/wire/phase-event.ts";
import { copyText } from "../copy/copy-text.ts";
import { showServiceMode } from "../docs/service-mode.ts";
import { openElements, openFrames } from "./live-tables.ts";
import type { Receiver } from "./live-tables.ts";
import { PlayMoney } from "./play-money.ts";

/** Three tables post about this many messages in a quarter of an hour. */
const MAX_ENTRIES = 200;

/** One message in the log. */
interface LogEntry {
  /** Adds the outcome from the API, and the bead of the side that won, if there is one. */
  showOutcome(text: string, side: Side | undefined): void;
}

/** The log of phase messages, newest first. */
class EventLog {
  readonly #root: HTMLElement;
  readonly #list: HTMLElement;

  /** `root` contains the list, and a text that is shown until the first message. */
  constructor(root: HTMLElement) {
    this.#root = root;
    this.#list = root.querySelector("ol") ?? root;
  }

  add(message: PhaseMessage, at: Date): LogEntry {
    this.#root.querySelector(".waiting")?.remove();
    const entry = document.createElement("li");
    entry.dataset["phase"] = message.phase;
    const time = element("time", timeOfDay(at));
    time.setAttribute("datetime", at.toISOString());
    const numbers = document.createElement("dl");
    for (const name of ["round", "daily_round", "remainMs"] as const) {
      const pair = document.createElement("div");
      pair.append(element("dt", name), element("dd", String(message[name])));
      numbers.append(pair);
    }
    entry.append(time, element("code", message.type), element("b", message.phase), numbers);
    this.#list.prepend(entry);
    this.#list.children[MAX_ENTRIES]?.remove();
    return {
      showOutcome(text, side) {
        const outcome = element("p", "");
        if (side !== undefined) {
          const bead = element("span", side.letter);
          bead.dataset["colour"] = side.colour;
          bead.title = side.id;
          outcome.append(bead);
        }
        outcome.append(element("code", text));
        entry.append(outcome);
      },
    };
  }
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** `12:00:18.004`, in the operator's own time zone and in any language. */
function timeOfDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const ms = String(at.getMilliseconds()).padStart(3, "0");
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${ms}`;
}

/** The outcome of a round. */
interface RoundOutcome {
  /** The game's fields as the API sent them, as JSON. */
  readonly json: string;
  readonly winner: Side | undefined;
  /** The whole of it, which bets can be settled by. */
  readonly state: RoundState;
}

const COMMON_FIELDS = ["round", "daily_round", "date", "phase", "remainMs"];

/** Fetches an outcome. Rejects if the service does not answer, or the round is not confirmed. */
async function fetchOutcome(game: Game, round: number, signal: AbortSignal): Promise<RoundOutcome> {
  const api = new StateApi(`${location.origin}/`, game.slug, fetch);
  const state = await api.current(signal);
  if (state.round !== round || !isConfirmed(state.phase)) {
    throw new Error(`Round ${round} is not confirmed.`);
  }
  const outcome = Object.fromEntries(
    Object.entries(state).filter(([name]) => !COMMON_FIELDS.includes(name)),
  );
  const winner = game.board.winner(outcome);
  return {
    json: JSON.stringify(outcome),
    winner: game.board.sides.find(({ id }) => id === winner),
    state,
  };
}

/** How long the button says that it has copied, in ms. */
const SHOWN_MS = 2_000;

/** Adds a copy button to every snippet of the page. */
function addCopyButtons(page: Document): void {
  for (const snippet of page.querySelectorAll<HTMLElement>(".snippet")) {
    const code = snippet.querySelector<HTMLElement>("pre");
    const head = snippet.querySelector("figcaption");
    if (code !== null && head !== null) {
      head.append(copyButton(code, snippet.dataset["file"] ?? ""));
    }
  }
}

function copyButton(code: HTMLElement, name: string): HTMLButtonElement {
  const button = document.createElement("button");
  const label = document.createElement("span");
  const what = document.createElement("span");
  label.textContent = "Copy";
  label.setAttribute("aria-live", "polite");
  what.className = "hidden";
  what.textContent = ` ${name}`;
  button.type = "button";
  button.append(label, what);
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener("click", () => {
    void copyText(`${code.innerText.trimEnd()}\n`, code).then((isCopied) => {
      label.textContent = isCopied ? "Copied" : "Selected";
      clearTimeout(timer);
      timer = setTimeout(() => (label.textContent = "Copy"), SHOWN_MS);
    });
  });
  return button;
}

/*
 * The operator's page: copy buttons, live tables and a log of their messages. With a demo key the
 * tables are iframes, as an operator would embed them; without one they are elements. Presses on their spots
 * stake play money.
 */
addCopyButtons(document);
// A service that does not know the time has no schedule; its tables say so.
showServiceMode(document).catch(() => {});

const entries = document.querySelector<HTMLElement>(".entries");
if (entries !== null) {
  const log = new EventLog(entries);
  const leaving = new AbortController();
  window.addEventListener("pagehide", () => leaving.abort());

  const amounts = new Intl.NumberFormat("en");
  const balance = document.querySelector<HTMLElement>(".balance");
  const money = new PlayMoney((amount) => {
    if (balance !== null) {
      balance.textContent = amounts.format(amount);
    }
  });

  const receiver: Receiver = {
    receive(game, message, table) {
      const entry = log.add(message, new Date());
      if (message.phase === "result") {
        // Asked for at once, since a tab in the background may be woken too late; told when the table tells it.
        const sinceMs = performance.now();
        fetchOutcome(game, message.round, leaving.signal).then(
          ({ json, winner, state }) => {
            const leftMs = winnerSeenMs({ game, state }) - (performance.now() - sinceMs);
            setTimeout(() => {
              entry.showOutcome(json, winner);
              money.finish(table, state);
            }, leftMs);
          },
          () => entry.showOutcome("could not be fetched", undefined),
        );
      }
    },
    pressed: (table, press) => money.press(table, press, Date.now()),
  };

  const key = document.body.dataset["key"] ?? "";
  if (key === "") {
    void openElements(document, receiver);
  } else {
    openFrames(document, key, receiver);
  }
}
