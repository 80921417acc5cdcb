import { html, LitElement, nothing, unsafeCSS } from "lit";
import type { TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import type { TableView } from "../../src/table/view.ts";
import { savePreference } from "../element/preferences.ts";
import { chooseSound, soundChoice } from "../sound/choice.ts";
import { panelStyles } from "./styles.ts";

/** How much is heard: nothing, effects, or the dealer's calls as well. */
const LEVELS = ["off", "effects", "all"] as const;
type Level = (typeof LEVELS)[number];

/** The settings of a table's sound: how much of it, how loud, and whether the last seconds tick. */
export class SoundPanel extends LitElement {
  static override readonly styles = unsafeCSS(panelStyles);

  @property({ attribute: false }) view: TableView | null = null;
  /** Gets the focus back when the panel closes. */
  #openedFrom: Element | null = null;

  get #root(): ShadowRoot {
    // It is part of a table, which is its host.
    return this.getRootNode() as ShadowRoot;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#openedFrom = this.#root.activeElement;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.#openedFrom instanceof HTMLElement) {
      this.#openedFrom.focus();
    }
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>(":checked")?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.view === null) {
      return nothing;
    }
    const { muted, ticks } = this.view.controls;
    const { calls, volume } = soundChoice();
    const { controls: words } = this.view.words;
    const level: Level = muted ? "off" : calls ? "all" : "effects";
    const names = { off: words.soundOff, effects: words.effects, all: words.withCalls };
    return html`<div class="panel" role="dialog" aria-label=${words.soundLevel}>
      <div class="levels" role="radiogroup" aria-label=${words.sound}>
        ${LEVELS.map(
          (name) =>
            html`<label
              ><input
                type="radio"
                name="level"
                value=${name}
                .checked=${name === level}
                @change=${() => this.#setLevel(name)}
              /><span>${names[name]}</span></label
            >`,
        )}
        <button type="button" class="close" data-act="close" title="${words.close} (Esc)">
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg
          ><span class="hidden">${words.close}</span>
        </button>
      </div>
      <label class="volume"
        ><span>${words.volume}</span
        ><input
          type="range"
          name="volume"
          min="0"
          max="100"
          step="5"
          .value=${String(volume)}
          @input=${this.#setVolume}
      /></label>
      <label class="ticks"
        ><input type="checkbox" data-act="ticks" .checked=${ticks} /><span
          >${words.ticks}</span
        ></label
      >
    </div>`;
  }

  #setLevel(level: Level): void {
    const muted = level === "off";
    savePreference("sound", muted ? "off" : "on");
    if (!muted) {
      chooseSound({ calls: level === "all" });
    }
    Object.assign(this.#root.host, { muted });
    this.requestUpdate();
  }

  #setVolume({ target }: Event): void {
    chooseSound({ volume: (target as HTMLInputElement).valueAsNumber });
  }
}

// A page may load the script twice, from two addresses.
if (customElements.get("sound-panel") === undefined) {
  customElements.define("sound-panel", SoundPanel);
}
