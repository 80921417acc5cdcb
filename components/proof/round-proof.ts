import { LitElement, html, nothing, unsafeCSS } from "lit";
import type { PropertyValues, TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { isRevealed } from "../../src/fairness/record.ts";
import { groupDigits } from "../../src/hud/group-digits.ts";
import { sheetStyles } from "../../src/hud/styles/sheet-styles.ts";
import { toolbarStyles } from "../../src/hud/styles/toolbar-styles.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { interpolate } from "../../src/i18n/interpolate.ts";
import { PartLanguage } from "../../src/i18n/part-words.ts";
import { isConfirmed } from "../../src/round/phases.ts";
import { fetchRecord } from "./fetch-record.ts";
import type { PublishedRecord } from "./fetch-record.ts";
import { proofBody } from "./proof-body.ts";

const proofStyles = `
* { box-sizing: border-box; margin: 0; padding: 0; }
:host { position: absolute; inset: 0; z-index: 2; }
:host(:lang(ko)) { word-break: keep-all; }
h2 { align-self: center; padding-left: 10px; font-size: 16px; font-weight: 650; color: var(--accent); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.turn { display: flex; flex: none; }
.tool[aria-disabled="true"] { opacity: .4; cursor: default; box-shadow: none; }
dl { max-width: 68ch; }
dt { color: var(--ink-soft); font-size: 13px; }
dd { padding: 2px 0 12px; display: grid; gap: 3px; }
code { padding: 5px 8px; border-radius: 6px; border: 1px solid var(--line); font: 13px/1.45 ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; user-select: all; }
.check { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; }
a, .again { display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid var(--accent); border-radius: 8px; background: none; color: var(--accent); font: inherit; font-weight: 650; text-decoration: none; cursor: pointer; }
:is(a, .again):hover { text-decoration: underline; text-underline-offset: 3px; }
:is(a, .again):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.help { color: var(--ink-soft); font-size: 13px; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

/**
 * A panel over a table that shows a round's proof: the hash published before the round, the seed revealed after it, and
 * what its mode guarantees. It opens on the current round and stays on it, and links to the page that checks the
 * round.
 */
export class RoundProof extends LitElement {
  static override readonly styles = [
    unsafeCSS(toolbarStyles),
    unsafeCSS(sheetStyles),
    unsafeCSS(proofStyles),
  ];

  /** The service URL, with a trailing slash. */
  @property({ attribute: false }) service = "";
  @property({ attribute: false }) view: TableView | null = null;
  /** 0 until the table has a round. */
  @state() private round = 0;
  @state() private record: PublishedRecord | null | "loading" | "failed" = "loading";
  readonly #language = new PartLanguage(() => this.requestUpdate());
  #hasFocused = false;
  #loading = new AbortController();
  /** The round and phase at the last request; empty to force a request. */
  #loadedKey = "";

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#loading.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("view");
    if (before && before.game !== this.view?.game) {
      this.#show(0);
    }
    if (this.round === 0) {
      this.round = this.#currentRound;
    }
    if (this.#isDue()) {
      void this.#load();
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const parts = this.view && this.#language.in(this.view.words.lang);
    if (!this.view || !parts || this.round === 0) {
      return nothing;
    }
    const words = parts.proof;
    const { close } = this.view.words.controls;
    const check = { url: this.#checkUrl, name: this.view.words.proof };
    return html`<div class="sheet" role="dialog" aria-labelledby="title">
      <div class="sheet-bar">
        <h2 id="title">
          ${interpolate(words.title, { round: groupDigits(this.round, this.view.words.lang) })}
        </h2>
        <div class="turn">
          ${this.#turnButton(-1, words.earlier, "M15 5l-7 7 7 7")}
          ${this.#turnButton(1, words.later, "M9 5l7 7-7 7")}
          <button type="button" class="tool" data-action="close" title="${close} (Esc)">
            ${icon("M6 6l12 12M18 6L6 18")}<span class="visually-hidden">${close}</span>
          </button>
        </div>
      </div>
      <div class="sheet-page" role="region" aria-labelledby="title" aria-live="polite" tabindex="0">
        ${proofBody(this.record, parts, check, () => this.#show(this.round))}
      </div>
    </div>`;
  }

  /** Moves focus into the panel when it is first drawn, once its words have loaded. */
  protected override updated(): void {
    const close = this.renderRoot.querySelector<HTMLElement>('[data-action="close"]');
    if (close !== null && !this.#hasFocused) {
      this.#hasFocused = true;
      close.focus();
    }
  }

  /** A button that turns to the previous or next round; disabled before round 1 and after the current round. */
  #turnButton(by: number, label: string, path: string): TemplateResult {
    const exists = () => this.round + by >= 1 && this.round + by <= this.#currentRound;
    return html`<button
      type="button"
      class="tool"
      title=${label}
      aria-disabled=${exists() ? "false" : "true"}
      @click=${() => exists() && this.#show(this.round + by)}
    >
      ${icon(path)}<span class="visually-hidden">${label}</span>
    </button>`;
  }

  get #currentRound(): number {
    return this.view?.state?.round ?? 0;
  }

  get #checkUrl(): string {
    const query = new URLSearchParams({
      slug: this.view?.game.slug ?? "",
      round: String(this.round),
      lang: this.view?.words.lang ?? "",
    });
    return `${this.service}verify/?${query}`;
  }

  #show(round: number): void {
    this.round = round;
    this.record = "loading";
    this.#loadedKey = "";
  }

  /** Whether to request the record: the round has changed, or its result might have been confirmed since. */
  #isDue(): boolean {
    const { state: now } = this.view ?? {};
    if (!now || this.#loadedKey === momentKey(now)) {
      return false;
    }
    if (this.#loadedKey === "" || this.record === "failed") {
      return true;
    }
    const mayBeConfirmed = now.round > this.round || isConfirmed(now.phase);
    return (
      mayBeConfirmed &&
      this.record !== null &&
      this.record !== "loading" &&
      !isRevealed(this.record)
    );
  }

  async #load(): Promise<void> {
    const { view, service, round } = this;
    if (!view?.state) {
      return;
    }
    this.#loadedKey = momentKey(view.state);
    this.#loading.abort();
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const record = await fetchRecord(service, view.game.slug, round, loading.signal);
      if (!loading.signal.aborted) {
        this.record = record;
      }
    } catch {
      // An earlier response remains valid.
      if (!loading.signal.aborted && this.record === "loading") {
        this.record = "failed";
      }
    }
  }
}

function momentKey({ round, phase }: { readonly round: number; readonly phase: string }): string {
  return `${round}:${phase}`;
}

function icon(path: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;
}

// A page can load this script from two URLs.
if (customElements.get("round-proof") === undefined) {
  customElements.define("round-proof", RoundProof);
}
