import { LitElement, html, nothing, unsafeCSS } from "lit";
import type { TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import type { TableView } from "../../src/hud/table/view.ts";
import { chooseSound, soundChoice } from "./sound-choice.ts";

/** The panel's styles: below the toolbar, or at the bottom of a small table. */
const panelStyles = `
* { box-sizing: border-box; margin: 0; padding: 0; }
:host { position: absolute; inset: 66px 8px auto auto; z-index: 3; max-width: calc(100% - 16px); }
.panel { display: grid; border: 1px solid var(--line); border-radius: 10px; background: var(--night); box-shadow: 0 8px 28px #0008; }
label { display: flex; align-items: center; min-height: 44px; cursor: pointer; }
.levels { display: flex; padding: 0 0 0 6px; border-bottom: 1px solid var(--line); }
.levels label { position: relative; flex: 1 1 auto; justify-content: center; min-width: 44px; padding: 0 8px; text-align: center; line-height: 1.15; font-size: 15px; }
.levels input { position: absolute; inset: 4px 2px; width: auto; height: auto; appearance: none; border-radius: 8px; cursor: pointer; }
.levels input:checked { box-shadow: inset 0 0 0 2px var(--accent); }
.levels input:checked + span { color: var(--accent); font-weight: 650; }
.levels input:hover { background: color-mix(in srgb, var(--ink) 8%, transparent); }
.levels span { position: relative; pointer-events: none; }
.close { display: grid; place-content: center; flex: none; width: 44px; min-height: 44px; border: 0; border-radius: 8px; background: none; color: inherit; cursor: pointer; }
.close:hover { box-shadow: inset 0 0 0 1px var(--ink-soft); }
svg { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; }
.volume, .ticks { gap: 12px; padding: 0 14px; font-size: 14px; }
.volume input { flex: 1; min-width: 90px; height: 44px; accent-color: var(--accent); cursor: pointer; }
.ticks input { width: 20px; height: 20px; accent-color: var(--accent); cursor: pointer; }
:is(input, .close):focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@container (max-width: 639px) or (max-height: 429px) {
  :host { inset: auto 0 0; max-width: none; }
  .panel { border-width: 1px 0 0; border-radius: 0; }
}
`;

const LEVELS = ["off", "effects", "all"] as const;
type Level = (typeof LEVELS)[number];

/** A table's sound settings: level, volume and whether the last seconds tick. */
export class SoundPanel extends LitElement {
  static override readonly styles = unsafeCSS(panelStyles);

  @property({ attribute: false }) view: TableView | null = null;
  /** The element that regains focus when the panel closes. */
  #openedFrom: Element | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    // The panel is always inside a table's shadow root.
    this.#openedFrom = (this.getRootNode() as ShadowRoot).activeElement;
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
                data-action=${(name === "off") === muted ? nothing : "mute"}
                .checked=${name === level}
                @change=${() => this.#setLevel(name)}
              /><span>${names[name]}</span></label
            >`,
        )}
        <button type="button" class="close" data-action="close" title="${words.close} (Esc)">
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg
          ><span class="visually-hidden">${words.close}</span>
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
        ><input type="checkbox" data-action="ticks" .checked=${ticks} /><span
          >${words.ticks}</span
        ></label
      >
    </div>`;
  }

  #setLevel(level: Level): void {
    if (level !== "off") {
      chooseSound({ calls: level === "all" });
    }
    this.requestUpdate();
  }

  #setVolume({ target }: Event): void {
    chooseSound({ volume: (target as HTMLInputElement).valueAsNumber });
  }
}

// A page can load this script from two URLs.
if (customElements.get("sound-panel") === undefined) {
  customElements.define("sound-panel", SoundPanel);
}
