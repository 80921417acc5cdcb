import { LitElement, nothing, unsafeCSS } from "lit";
import type { TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { tableStyles } from "../../src/hud/styles.ts";
import { table } from "../../src/hud/table.ts";
import { loadBetsWords } from "../../src/i18n/bets.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import type { BetsWords } from "../../src/i18n/words.ts";
import { themeOf } from "../../src/look/themes.ts";
import { previewView } from "../../src/previews/preview-view.ts";
import type { PreviewChoice } from "../../src/previews/preview-view.ts";
import type { TableView } from "../../src/table/view.ts";
import { loadBets } from "../bets/load-bets.ts";
import type { BetsModule } from "../bets/load-bets.ts";
import { loadScene, toPlay } from "../element/load-scene.ts";
import { Stage } from "../stage/stage.ts";
import { previewBets } from "./preview-bets.ts";

/**
 * A table held at one moment, for those who draw it. Development only.
 *
 * @fires {CustomEvent<number>} frame - What a drawn frame took, in ms.
 */
export class PreviewTable extends LitElement {
  static override readonly styles = unsafeCSS(tableStyles);

  @property({ attribute: false }) choice: PreviewChoice | null = null;
  @property({ reflect: true }) theme = "dark";

  #stage: Stage | null = null;
  #places: BetsModule | null = null;
  #betsWords: BetsWords | undefined;
  #lang = "";
  #stageSlug = "";
  #opened: AbortController | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  protected override render(): TemplateResult | typeof nothing {
    const view = this.#view();
    return view === null ? nothing : table(view);
  }

  protected override updated(): void {
    const view = this.#view();
    if (view !== null && this.#stageSlug !== view.game.slug) {
      this.#close();
      void this.#open(view.game.slug);
    }
    if (view !== null && this.#lang !== view.words.lang) {
      void this.#speak(view.words.lang);
    }
    this.#show(view);
  }

  async #speak(lang: string): Promise<void> {
    this.#lang = lang;
    this.#betsWords = await loadBetsWords(pickLang([lang]) ?? "en");
    this.#show(this.#view());
  }

  async #open(slug: string): Promise<void> {
    const opened = new AbortController();
    this.#opened = opened;
    this.#stageSlug = slug;
    const host = this.renderRoot.querySelector<HTMLElement>(".stage");
    if (host !== null) {
      this.#places = await loadBets(slug);
      const scene = await loadScene(slug);
      // A picture held at a moment is looked at once: it is whole from its first frame on.
      await scene.loadExtras?.();
      this.#stage = await Stage.create(host, scene, {
        signal: opened.signal,
        held: true,
        theme: themeOf(this.theme),
        onFrame: (detail) => this.dispatchEvent(new CustomEvent("frame", { detail })),
      });
      if (this.#places !== null) {
        this.#stage.add(this.#places.extras);
      }
      this.#show(this.#view());
    }
  }

  #close(): void {
    this.#opened?.abort();
    this.#stage = null;
    this.#stageSlug = "";
  }

  #show(view: TableView | null): void {
    const play = view === null ? null : toPlay(view);
    if (this.#stage !== null && view !== null && play !== null) {
      this.#stage.theme = themeOf(this.theme);
      const spots = this.#places?.placesIn({ width: 830, height: 440 }) ?? [];
      const bets =
        this.choice?.bets === true ? previewBets(view, spots, this.#betsWords) : undefined;
      this.#stage.show({ ...play, bets }, () => view.elapsedMs);
    }
  }

  #view(): TableView | null {
    return this.choice === null ? null : previewView(this.choice);
  }
}

customElements.define("preview-table", PreviewTable);
