import { nothing } from "lit";
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { SHEET_PAGES } from "../../src/hud/table/controls.ts";
import type { Controls } from "../../src/hud/table/controls.ts";
import { readPreference, savePreference } from "../../src/hud/table/preferences.ts";
import type { TableView } from "../../src/hud/table/view.ts";

type Host = ReactiveControllerHost & HTMLElement & { muted: boolean; calm: boolean };

/** The keys that work while the table has focus, each with its action, named as in `data-action`. */
const keys: ReadonlyMap<string, string> = new Map([
  ["m", "mute"],
  ["f", "full-screen"],
  ["h", "sheet-history"],
  ["c", "calm"],
  ["t", "ticks"],
  ["v", "sound-panel"],
  ["escape", "close"],
]);

/** Key names that no Latin layout produces. Input methods report every key as `Process`. */
const NOT_LATIN = /^(\P{ASCII}|Process$)/u;

/** A key's action. A key whose letter is not Latin counts by its position on the keyboard. */
function keyAction({ key, code }: Partial<KeyboardEvent>): string | undefined {
  const name = NOT_LATIN.test(key ?? "") ? code?.replace(/^Key/, "") : key;
  return keys.get(name?.toLowerCase() ?? "");
}

/** Marks of finished rounds: pressing one opens its replay. Keyboard users open replays from the history. */
const ROUND_MARKS = ".bead, .bead-plate svg, .podiums > ol > li";

/**
 * A table's buttons, keys and sheet. The HUD names each button's action in `data-action`, and this class performs it.
 * The viewer's choices of sound, ticks and calm are stored.
 */
export class TableControls implements ReactiveController {
  readonly #host: Host;
  readonly #readView: () => TableView | null;
  #openSheet: Controls["openSheet"] = null;
  /** The page that is loading. It opens unless the viewer opens or closes another one first. */
  #loadingPage: Controls["openSheet"] = null;
  #ticks = readPreference("ticks") !== "off";
  #isSoundPanelOpen = false;
  /** Null until the sheet's code is loaded. */
  #renderSheet: typeof import("./styled-sheet.ts").renderSheet | null = null;
  /** The button that opened the sheet, which regains focus when the sheet closes. */
  #openedFrom: HTMLElement | null = null;

  constructor(host: Host, readView: () => TableView | null) {
    this.#host = host;
    this.#readView = readView;
    host.addController(this);
  }

  get view(): Controls {
    const { muted, calm } = this.#host;
    return {
      openSheet: this.#openSheet,
      muted,
      ticks: this.#ticks,
      isSoundPanelOpen: this.#isSoundPanelOpen,
      calm,
      fullScreen: this.#fullScreen(),
    };
  }

  sheet(view: TableView): unknown {
    const root = this.#host.shadowRoot;
    return (
      (this.#openSheet !== null && root !== null && this.#renderSheet?.(root, view)) || nothing
    );
  }

  hostConnected(): void {
    const host = this.#host;
    host.muted = (readPreference("sound") ?? (host.muted ? "off" : "on")) === "off";
    host.calm = host.calm || readPreference("calm") === "on";
    host.addEventListener("click", this.#onClick);
    host.addEventListener("keydown", this.#onKeyDown);
    document.addEventListener("fullscreenchange", this.#onChange);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener("click", this.#onClick);
    this.#host.removeEventListener("keydown", this.#onKeyDown);
    document.removeEventListener("fullscreenchange", this.#onChange);
  }

  readonly #onChange = () => this.#host.requestUpdate();

  readonly #onClick = (event: MouseEvent) => {
    const path = event.composedPath();
    const button = path.find(
      (node): node is HTMLElement => node instanceof HTMLElement && "action" in node.dataset,
    );
    if (button?.dataset["action"]) {
      this.#perform(button.dataset["action"], button);
      return;
    }
    const mark = path.find(
      (node): node is Element => node instanceof Element && node.matches(ROUND_MARKS),
    );
    const view = this.#readView();
    if (mark !== undefined && view !== null) {
      import("../replay/pressed-round.ts")
        .then(({ openPressedReplay }) => openPressedReplay(view, mark, event))
        .catch(console.warn);
    }
  };

  readonly #onKeyDown = (event: KeyboardEvent) => {
    // Autofill dispatches a keydown event without a `key`.
    const action = keyAction(event);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const isOpen = this.#openSheet !== null || this.#loadingPage !== null || this.#isSoundPanelOpen;
    if (action !== undefined && isPlain && (action !== "close" || isOpen)) {
      event.preventDefault();
      // Holding a key counts as one press.
      if (event.repeat) {
        return;
      }
      const isSecondPress = action === `sheet-${this.#openSheet}`;
      this.#perform(isSecondPress ? "close" : action, event.composedPath()[0] as HTMLElement);
    } else if (this.#openSheet !== null && /^Arrow(Left|Right)$/.test(event.key)) {
      this.#turnPage(event);
    }
  };

  #perform(action: string, from: HTMLElement): void {
    const host = this.#host;
    switch (action) {
      case "mute":
        host.muted = !host.muted;
        savePreference("sound", host.muted ? "off" : "on");
        break;
      case "ticks":
        this.#ticks = !this.#ticks;
        savePreference("ticks", this.#ticks ? "on" : "off");
        break;
      case "sound-panel":
        this.#isSoundPanelOpen = !this.#isSoundPanelOpen;
        if (this.#isSoundPanelOpen) {
          import("../sound/sound-panel.ts").catch(console.warn);
        }
        break;
      case "calm":
        host.calm = !host.calm;
        savePreference("calm", host.calm ? "on" : "off");
        break;
      case "full-screen":
        void this.#toggleFullScreen();
        break;
      case "sheet":
        if (this.#openSheet === null) {
          void this.#load("roads", from);
        } else {
          void this.#open(null, from);
        }
        break;
      case "proof":
        void this.#load("proof", from);
        break;
      case "close":
        if (this.#isSoundPanelOpen) {
          this.#isSoundPanelOpen = false;
        } else {
          void this.#open(null, from);
        }
        break;
      default: {
        const page = SHEET_PAGES.find((name) => action === `sheet-${name}`);
        if (page !== undefined) {
          void this.#load(page, from);
        }
      }
    }
    host.requestUpdate();
  }

  /** Loads a sheet page, or the proof, and opens it. Both load on demand, because few viewers open them. */
  async #load(page: NonNullable<Controls["openSheet"]>, from: HTMLElement): Promise<void> {
    this.#loadingPage = page;
    try {
      if (page === "proof") {
        await import("../proof/round-proof.ts");
      } else {
        this.#renderSheet ??= (await import("./styled-sheet.ts")).renderSheet;
      }
      // The viewer might have closed the page while it was loading.
      if (this.#loadingPage === page) {
        void this.#open(page, from);
      }
    } catch (error) {
      this.#loadingPage = null;
      console.warn(`Tableside: the ${page} cannot be shown.`, error);
    }
  }

  /** Opens a sheet page or the proof, or closes it if `page` is null, and moves focus. */
  async #open(page: Controls["openSheet"], from: HTMLElement): Promise<void> {
    const wasOpen = this.#openSheet !== null;
    this.#loadingPage = null;
    this.#openSheet = page;
    if (!wasOpen && page !== null) {
      this.#openedFrom = from;
    }
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (page !== null) {
      this.#host.shadowRoot?.querySelector<HTMLElement>('.tab[aria-selected="true"]')?.focus();
    } else if (wasOpen) {
      this.#openedFrom?.focus();
    }
  }

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
      return "unavailable";
    }
    return this.#host.matches(":fullscreen") ? "on" : "off";
  }

  async #toggleFullScreen(): Promise<void> {
    if (this.#fullScreen() === "unavailable") {
      return;
    }
    try {
      await (document.fullscreenElement === null
        ? this.#host.requestFullscreen()
        : document.exitFullscreen());
    } catch {
      // The browser or the parent page does not allow full screen.
    }
  }
}
