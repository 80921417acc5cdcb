import type { Side } from "../../src/games/contract.ts";
import type { PhaseMessage } from "../../src/phase-event.ts";

/** Three tables post about this many messages in a quarter of an hour. */
const MAX_ENTRIES = 200;

/** One message in the log. */
export interface LogEntry {
  /** Adds the outcome from the API, and the bead of the side that won, if there is one. */
  showOutcome(text: string, side: Side | undefined): void;
}

/** The log of phase messages, newest first. */
export class EventLog {
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
