import { LitElement, html, nothing, unsafeCSS } from "lit";
import type { PropertyDeclarations, PropertyValues, TemplateResult } from "lit";
import { findGame, games } from "../src/games/index.ts";
import { tableStyles } from "../src/hud/styles/table-styles.ts";
import { table } from "../src/hud/table-hud.ts";
import type { GameTableElement } from "../src/hud/table/table-element.ts";
import type { TableView } from "../src/hud/table/view.ts";
import type { Phase } from "../src/round/phases.ts";
import type { Connection } from "../src/wire/connection.ts";
import type { BetSpot, TableBets, TableWinners } from "../src/wire/spot-bets.ts";
import { lazyBets } from "./element/bets/lazy-bets.ts";
import { CountdownTimer } from "./element/countdown-timer.ts";
import { currentView } from "./element/current-view.ts";
import { DisplayedTime } from "./element/displayed-time.ts";
import { renderFacts } from "./element/facts/lazy-facts.ts";
import { PageVisibility } from "./element/page-visibility.ts";
import { accentRule, isMuted, DEFAULT_BASE_URL } from "./element/shared-attributes.ts";
import { TableControls } from "./element/table-controls.ts";
import { TableLanguage } from "./element/table-language.ts";
import { TablePicture } from "./element/table-picture.ts";
import { TableSound } from "./element/table-sound.ts";
import { TableSource } from "./element/table-source.ts";

/**
 * One game's live table.
 *
 * @summary Follows the state API of a Tableside service and draws the round, its countdown and the
 * last results. It fills its box, or is 830 by 553 if nothing sets its height.
 *
 * @fires {CustomEvent<PhaseMessage>} phase - On every phase change, but not on load. Its detail has the five fields of
 * the phase message. Bubbles and crosses shadow roots.
 * @fires {CustomEvent<HistoryEntry>} result - When a round is finished, but not on load. Its detail is the
 * round's entry in `results`. Bubbles and crosses shadow roots.
 * @fires {CustomEvent<{ round: number, phase: Phase }>} ready - When the table has its first state.
 * @fires {CustomEvent<{ code: TableFaultCode, detail?: string }>} error - When the table has no current round, or
 * rejects its bets.
 * @fires {CustomEvent<{ connection: Connection }>} connection - When the connection has changed.
 * @fires {CustomEvent<{ spots: readonly BetSpot[] }>} spots - The betting spots, once `bets` or `betSpots` is set, and
 * whenever they change.
 * @fires {CustomEvent<SpotPress>} bet-spot - When a spot is pressed while bets are open.
 *
 * @csspart stage - The box that the scene is drawn in.
 * @csspart mirror - The outcome as text: for screen readers, and visible if nothing can be drawn.
 * @csspart countdown - The ring: betting time, padlock, winner's letter, time to the next round.
 * @csspart status - The phase as text.
 * @csspart round - Round, daily round and date.
 * @csspart banner - The winner as text.
 * @csspart link - The light that shows whether the state is live.
 * @csspart toolbar - The buttons.
 * @csspart roads - The scoreboards.
 * @csspart ask - Next to the roads: the mark that each derived road draws if a side wins next.
 * @csspart podiums - The first three of the last races.
 * @csspart results - The last results.
 * @csspart sheet - The panel over the table: roads, figures, history, rules.
 * @csspart statistics - The figures in the sheet, as a table.
 * @csspart history - The last results in the sheet, as a table.
 *
 * @cssproperty --accent - Rings, and lines inlaid in the felt. The `accent` attribute takes precedence.
 * @cssproperty --night - The background.
 * @cssproperty --ink - Text.
 * @cssproperty --radius - Rounding of the corners.
 * @cssproperty --font - Font family.
 */
export class GameTable extends LitElement implements GameTableElement {
  static override readonly styles = unsafeCSS(tableStyles);
  // A list instead of decorators, whose runtime is larger.
  static override readonly properties: PropertyDeclarations = {
    game: {},
    baseUrl: { attribute: "base-url" },
    lang: {},
    theme: { reflect: true, useDefault: true },
    accent: {},
    muted: {},
    sound: { type: Boolean },
    calm: { type: Boolean },
    round: {},
    // These have no accessors, so that setting them often updates the table only when they are read.
    betSpots: { type: Boolean, attribute: "bet-spots", noAccessor: true },
    bets: { attribute: false, noAccessor: true },
    winners: { attribute: false, noAccessor: true },
  };

  /** The game's slug, such as `dragontiger`. */
  game = "";
  /** The service URL, if the script was not loaded from it. */
  baseUrl = DEFAULT_BASE_URL;
  /** A BCP 47 tag; the browser's languages if omitted. English if none of them is supported. */
  override lang = "";
  /** One of the themes in `src/look/themes.ts`; `dark` for anything else. */
  theme = "dark";
  /** The colour of rings and lines, a CSS colour; gold if it is not one. */
  accent = "";
  /** Whether sound is off; any value except `false` and `0` turns it off. The viewer's choice takes precedence. */
  get muted(): boolean {
    return this.#isMuted;
  }
  set muted(muted: boolean | string | null) {
    this.#isMuted = isMuted(muted);
  }
  /** The opposite of `muted`, for frameworks that leave out an attribute whose value is `false`. */
  get sound(): boolean {
    return !this.muted;
  }
  set sound(sound: boolean) {
    this.muted = !sound;
  }
  /** Whether motion is reduced. The viewer's choice and the system setting take precedence. */
  calm = false;
  /**
   * The round number; null until the table has a state. Set it to a finished round's number to replay that round, and
   * to null to return to the live game.
   */
  get round(): number | null {
    return this.#source.current?.state?.round ?? null;
  }
  set round(round: number | string | null) {
    this.#source.replayed = round;
    // Lit would find no change: the getter returns the old round until the new round is loaded.
    this.requestUpdate();
  }

  /** The round's bets, which the table draws; null for none. */
  get bets(): TableBets | null {
    return this.#bets.values.bets as TableBets | null;
  }
  set bets(bets: TableBets | null) {
    this.#bets.put("bets", bets);
  }
  /** The round's winning spots; null until they are known. */
  get winners(): TableWinners | null {
    return this.#bets.values.winners as TableWinners | null;
  }
  set winners(winners: TableWinners | null) {
    this.#bets.put("winners", winners);
  }
  /** Whether spots can be pressed before any bets are set. */
  get betSpots(): boolean {
    return this.#bets.values.betSpots;
  }
  set betSpots(betSpots: boolean) {
    this.#bets.put("betSpots", betSpots);
  }
  /** The betting spots; empty until `bets` or `betSpots` is set. */
  get spots(): readonly BetSpot[] {
    return this.#bets.spots;
  }

  readonly #accentSheet = new CSSStyleSheet();
  readonly #bets = lazyBets(this, () => this.#source.current);
  readonly #controls = new TableControls(this, () => this.#view);
  readonly #countdown = new CountdownTimer(() => this.requestUpdate());
  readonly #language = new TableLanguage();
  readonly #picture = new TablePicture(this);
  readonly #displayedTime = new DisplayedTime();
  readonly #sound = new TableSound();
  readonly #source = new TableSource(this, (signal) => void this.#picture.open(this.game, signal));
  readonly #visibility = new PageVisibility(this);
  #isMuted = true;
  /** The view of this update, for HUD, picture and sound; null for an unknown game. */
  #view: TableView | null = null;

  /** The round's phase; null until the table has a state. */
  get phase(): Phase | null {
    return this.#source.current?.state?.phase ?? null;
  }
  /** Time left to bet on the service's clock, in ms; 0 outside betting. */
  get remainMs(): number {
    return this.#source.current?.remainMs ?? 0;
  }
  /** The connection to the service. The table is up to date while this is `live`. */
  get connection(): Connection {
    return this.#source.current?.connection ?? "stale";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#source.open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    this.shadowRoot?.adoptedStyleSheets.push(this.#accentSheet);
    return root;
  }

  /** Waits for the words, so that a table never starts in English and then switches language. */
  protected override async scheduleUpdate(): Promise<void> {
    await this.#language.use(this.lang === "" ? navigator.languages : [this.lang]);
    super.scheduleUpdate();
  }

  /** Replaces the server's rendering in the shadow root in the same frame as the first render. */
  protected override update(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) {
      this.shadowRoot?.replaceChildren();
      this.renderOptions.renderBefore = null;
    }
    super.update(changed);
  }

  /** Reopens the source if it is outdated, even if a script sets `game` long after the element was added. */
  protected override willUpdate(): void {
    if (this.isConnected && this.#source.isOutdated) {
      this.#stop();
      this.#source.open();
    }
    const game = findGame(this.game);
    this.#view =
      game === undefined
        ? null
        : currentView(game, this.#source.current, this.#displayedTime, {
            controls: this.#controls.view,
            hasPicture: this.#picture.isAvailable,
            isMotionless: this.#picture.isMotionless,
            replays: this.#source,
            words: this.#language.words,
          });
  }

  protected override render(): TemplateResult {
    const view = this.#view;
    const { service } = this.#source;
    if (view !== null && service !== null) {
      return table(view, this.#layers(view, service));
    }
    const fault =
      view === null
        ? `“${this.game}” is not a game of this service. Use one of: ${games.map(({ slug }) => slug).join(", ")}.`
        : `“${this.baseUrl}” is not a service URL. Write base-url in full, such as https://games.example.com/.`;
    return html`<p class="none" role="alert">${fault}</p>`;
  }

  /** Renders the layers over the table: panels, facts, replay controls. Their elements load on demand. */
  #layers(view: TableView, service: string): unknown {
    return [
      this.#controls.sheet(view),
      view.controls.openSheet === "proof"
        ? html`<round-proof .service=${service} .view=${view}></round-proof>`
        : nothing,
      this.#bets.renderSpots(view),
      view.controls.isSoundPanelOpen ? html`<sound-panel .view=${view}></sound-panel>` : nothing,
      this.#source.current?.renderControls?.(view) ??
        (this.#picture.isDrawn ? renderFacts(view, service) : nothing),
    ];
  }

  /** Updates the picture, the sound and the countdown to the view that the HUD displays. */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("accent")) {
      this.#accentSheet.replaceSync(accentRule(this.accent));
    }
    const view = this.#view;
    const feed = this.#source.current;
    if (view !== null && feed !== null) {
      const { isVisible } = this.#visibility;
      const { rate } = feed;
      const elapsedMs = () => this.#displayedTime.elapsedMs(feed);
      const layer = this.#bets.layer(view);
      this.#picture.show(view, isVisible, elapsedMs, rate === 0, layer);
      // Sounds cannot be played more slowly.
      if ((rate ?? 1) === 1) {
        this.#sound.follow(view, elapsedMs, layer?.bets);
      } else {
        this.#sound.stop();
      }
      if (rate === undefined) {
        this.#countdown.schedule(view, feed, isVisible || !this.muted);
      }
    }
  }

  #stop(): void {
    this.#source.close();
    this.#countdown.stop();
    this.#sound.stop();
  }
}

// A page can load this script from two URLs.
if (customElements.get("game-table") === undefined) {
  customElements.define("game-table", GameTable);
}
