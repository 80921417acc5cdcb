import type { ReactiveController, ReactiveControllerHost } from "lit";
import { SHEETS } from "../../src/table/controls.ts";
import type { Controls } from "../../src/table/controls.ts";
import { readPreference, savePreference } from "./preferences.ts";

type Host = ReactiveControllerHost & HTMLElement & { muted: boolean; calm: boolean };

/** The keys that work while the table has the focus, and the action of each. */
const keys: Readonly<Record<string, string>> = {
  m: "mute",
  f: "full-screen",
  h: "sheet-history",
  c: "calm",
  t: "ticks",
  escape: "close",
};

/**
 * The buttons, keys and sheet of a table. The hud names the action of each button in `data-act`; it is
 * carried out here. The viewer's choice of sound, ticks and calm is stored.
 */
export class TableControls implements ReactiveController {
  readonly #host: Host;
  #sheet: Controls["sheet"] = null;
  #ticks = readPreference("ticks") !== "off";
  /** Gets the focus back when the sheet closes. */
  #openedFrom: HTMLElement | null = null;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** The state of the buttons, for the hud. */
  get view(): Controls {
    const { muted, calm } = this.#host;
    return {
      sheet: this.#sheet,
      muted,
      ticks: this.#ticks,
      calm,
      fullScreen: this.#fullScreen(),
    };
  }

  hostConnected(): void {
    const host = this.#host;
    host.muted = (readPreference("sound") ?? (host.muted ? "off" : "on")) === "off";
    host.calm = host.calm || readPreference("calm") === "on";
    host.addEventListener("click", this.#clicked);
    host.addEventListener("keydown", this.#pressed);
    document.addEventListener("fullscreenchange", this.#changed);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener("click", this.#clicked);
    this.#host.removeEventListener("keydown", this.#pressed);
    document.removeEventListener("fullscreenchange", this.#changed);
  }

  readonly #changed = () => this.#host.requestUpdate();

  readonly #clicked = (event: Event) => {
    const button = event
      .composedPath()
      .find((node): node is HTMLElement => node instanceof HTMLElement && "act" in node.dataset);
    if (button?.dataset["act"]) {
      this.#act(button.dataset["act"], button);
    }
  };

  readonly #pressed = (event: KeyboardEvent) => {
    const act = keys[event.key.toLowerCase()];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (act !== undefined && isPlain && (act !== "close" || this.#sheet !== null)) {
      event.preventDefault();
      const isSecondPress = act === `sheet-${this.#sheet}`;
      this.#act(isSecondPress ? "close" : act, event.composedPath()[0] as HTMLElement);
    } else if (this.#sheet !== null && /^Arrow(Left|Right)$/.test(event.key)) {
      this.#turnPage(event);
    }
  };

  #act(act: string, from: HTMLElement): void {
    const host = this.#host;
    switch (act) {
      case "mute":
        host.muted = !host.muted;
        savePreference("sound", host.muted ? "off" : "on");
        break;
      case "ticks":
        this.#ticks = !this.#ticks;
        savePreference("ticks", this.#ticks ? "on" : "off");
        break;
      case "calm":
        host.calm = !host.calm;
        savePreference("calm", host.calm ? "on" : "off");
        break;
      case "full-screen":
        void this.#toggleFullScreen();
        break;
      case "sheet":
        this.#open(this.#sheet === null ? "roads" : null, from);
        break;
      case "proof":
        void this.#openProof(from);
        break;
      case "close":
        this.#open(null, from);
        break;
      default: {
        const page = SHEETS.find((name) => act === `sheet-${name}`);
        if (page !== undefined) {
          this.#open(page, from);
        }
      }
    }
    host.requestUpdate();
  }

  /** The proof is loaded when it is first opened, since few viewers open it. */
  async #openProof(from: HTMLElement): Promise<void> {
    this.#open("proof", from);
    try {
      await import("../proof/element.ts");
    } catch (error) {
      console.warn("Tableside: the proof of a round cannot be shown.", error);
      this.#open(null, from);
    }
  }

  /** Opens a page of the sheet or the proof, or closes it with null; moves the focus there and back. */
  #open(page: Controls["sheet"], from: HTMLElement): void {
    const wasOpen = this.#sheet !== null;
    this.#sheet = page;
    if (!wasOpen && page !== null) {
      this.#openedFrom = from;
    }
    void this.#focusAfterUpdate(page, wasOpen);
  }

  async #focusAfterUpdate(page: Controls["sheet"], wasOpen: boolean): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (page !== null) {
      this.#host.shadowRoot?.querySelector<HTMLElement>('.tab[aria-selected="true"]')?.focus();
    } else if (wasOpen) {
      this.#openedFrom?.focus();
    }
  }

  /** While a tab has the focus, the left and right arrow keys go to the tab beside it. */
  #turnPage(event: KeyboardEvent): void {
    const tab = event.composedPath()[0];
    if (!(tab instanceof HTMLElement) || !tab.classList.contains("tab")) {
      return;
    }
    const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>(".tab") ?? [])];
    const step = event.key === "ArrowRight" ? 1 : -1;
    tabs.at((tabs.indexOf(tab) + step) % tabs.length)?.click();
  }

  #fullScreen(): Controls["fullScreen"] {
    if (!document.fullscreenEnabled) {
      return "none";
    }
    return this.#host.matches(":fullscreen") ? "on" : "off";
  }

  async #toggleFullScreen(): Promise<void> {
    if (this.#fullScreen() === "none") {
      return;
    }
    try {
      await (document.fullscreenElement === null
        ? this.#host.requestFullscreen()
        : document.exitFullscreen());
    } catch {
      // The browser or the page around the frame does not allow it: nothing changes.
    }
  }
}
