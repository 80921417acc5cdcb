import { html, LitElement, nothing, unsafeCSS } from "lit";
import type { PropertyValues, TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { findGame } from "../src/games/index.ts";
import { hudStyles } from "../src/hud/styles.ts";
import { table } from "../src/hud/table.ts";
import type { Phase } from "../src/round/phases.ts";
import type { Connection } from "../src/table/connection.ts";
import type { GameTableElement } from "../src/table/element.ts";
import { unlessSuspended } from "../src/table/suspended-table.ts";
import type { TableView } from "../src/table/view.ts";
import { hexColour } from "./element/colours.ts";
import { TableControls } from "./element/controls.ts";
import { CountdownTimer } from "./element/countdown-timer.ts";
import { TableLanguage } from "./element/language.ts";
import { adoptPageSnapshot } from "./element/page-snapshot.ts";
import { TablePicture } from "./element/picture.ts";
import { serviceAddress } from "./element/service-address.ts";
import { TableSound } from "./element/sound.ts";
import { TableEvents } from "./element/table-events.ts";
import { PageVisibility } from "./element/visibility.ts";
import { openFeed } from "./feed/open-feed.ts";
import type { StateFeed } from "./feed/state-feed.ts";

/** Where this script was loaded from: the service, unless `base-url` names another one. */
const ORIGIN = `${new URL(import.meta.url).origin}/`;

/**
 * A live table of one game.
 *
 * @summary Follows the state API of a Tableside service and draws the round, its countdown and the
 * last results. It fills its box, or is 830 by 553 if nothing sets its height.
 *
 * @fires {CustomEvent<PhaseMessage>} phase - At every phase change, none on load. Its detail holds
 * the five fields of the phase message. Bubbles and crosses shadow roots.
 * @fires {CustomEvent<HistoryEntry>} result - When a round is finished, none on load. Its detail is the
 * round's entry in `results`. Bubbles and crosses shadow roots.
 * @fires {CustomEvent<{ round: number, phase: Phase }>} ready - When the table has its first state.
 * @fires {CustomEvent<{ code: TableFaultCode }>} error - When the table shows no round, or an old one.
 * @fires {CustomEvent<{ connection: Connection }>} connection - When the connection has changed.
 *
 * @csspart stage - The box that the scene is drawn in.
 * @csspart mirror - The outcome in words: for screen readers, and shown if nothing can be drawn.
 * @csspart countdown - The ring: betting time, padlock, winner's letter, time to the next round.
 * @csspart status - The phase in words.
 * @csspart round - Round, daily round and date.
 * @csspart banner - The winner in words.
 * @csspart link - The light that shows whether the state is live.
 * @csspart toolbar - The buttons.
 * @csspart roads - The scoreboards.
 * @csspart ask - Beside the roads: what each derived road draws if a side wins next.
 * @csspart podiums - The first three of the last races.
 * @csspart results - The last results.
 * @csspart sheet - The panel over the table: roads, figures, history, rules.
 * @csspart statistics - The figures in the sheet, a table.
 * @csspart history - The rounds in the sheet, a table.
 *
 * @cssproperty --accent - Rings, and lines inlaid in the cloth. The attribute `accent` takes precedence.
 * @cssproperty --felt - The cloth of the table.
 * @cssproperty --night - The background.
 * @cssproperty --ink - Text.
 * @cssproperty --radius - Rounding of the corners.
 * @cssproperty --font - Font family.
 */
export class GameTable extends LitElement implements GameTableElement {
  static override readonly styles = unsafeCSS(hudStyles);

  /** The game's slug, such as `dragontiger`. */
  @property() game = "";
  /** The URL of the service, if the script was not loaded from it. */
  @property({ attribute: "base-url" }) baseUrl = ORIGIN;
  /** A BCP 47 tag. Left out, the browser's languages count. English if the table has none of them. */
  @property() override lang = "";
  /** One of the themes in `src/look/themes.ts`; `dark` for anything else. */
  @property({ reflect: true, useDefault: true }) theme = "dark";
  /** The colour of rings and lines, a CSS colour; gold if it is not one. */
  @property() accent = "";
  /** Whether sound is off; any value but `false` or `0` turns it off. The viewer's choice wins. */
  @property({ converter: (value) => value })
  get muted(): boolean {
    return this.#isMuted;
  }
  set muted(muted: boolean | string | null) {
    this.#isMuted = muted !== false && muted !== "false" && muted !== "0";
  }
  /** The opposite of `muted`, for frameworks that leave out an attribute whose value is `false`. */
  @property({ type: Boolean })
  get sound(): boolean {
    return !this.muted;
  }
  set sound(sound: boolean) {
    this.muted = !sound;
  }
  /** Less motion. The viewer's choice, and the system's setting, win. */
  @property({ type: Boolean }) calm = false;

  /** Carries `accent` for the whole shadow root: the host's own style attribute is the page's. */
  readonly #accentSheet = new CSSStyleSheet();
  readonly #controls = new TableControls(this);
  readonly #countdown = new CountdownTimer(() => this.requestUpdate());
  readonly #language = new TableLanguage();
  readonly #picture = new TablePicture(this);
  readonly #sound = new TableSound();
  readonly #visibility = new PageVisibility(this);
  #isMuted = true;
  /** The URL of the service; null if `base-url` is not one. */
  #service: string | null = null;
  #feed: StateFeed | null = null;
  #running: AbortController | null = null;
  /** The table that was started last, even if there is no such game. */
  #startedFor = "";
  /** What this update shows, hud, picture and sound alike; null if there is no such game. */
  #view: TableView | null = null;

  /** The number of the round; null until the table has a state. */
  get round(): number | null {
    return this.#feed?.state?.round ?? null;
  }
  /** The phase of the round; null until the table has a state. */
  get phase(): Phase | null {
    return this.#feed?.state?.phase ?? null;
  }
  /** Time left to bet by the service's clock, in ms; 0 outside betting. */
  get remainMs(): number {
    return this.#feed?.remainMs ?? 0;
  }
  /** How the table is connected to the service. What it shows is up to date while this is `live`. */
  get connection(): Connection {
    return this.#feed?.connection ?? "stale";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  /** Discards what the server drew into the shadow root: the first render draws the same again. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.shadowRoot?.replaceChildren();
    const root = super.createRenderRoot();
    this.shadowRoot?.adoptedStyleSheets.push(this.#accentSheet);
    return root;
  }

  /** Waits for the words: a table must not start in English and then change over. */
  protected override async scheduleUpdate(): Promise<void> {
    await this.#language.use(this.lang === "" ? navigator.languages : [this.lang]);
    super.scheduleUpdate();
  }

  /** Restarts for another table, even if a script sets `game` long after the element was added. */
  protected override willUpdate(): void {
    if (this.isConnected && this.#startedFor !== this.#tableName) {
      this.#stop();
      this.#start();
    }
    this.#view = this.#currentView();
  }

  protected override render(): TemplateResult {
    const view = this.#view;
    if (view === null) {
      return html`<p class="none" role="alert">There is no game “${this.game}”.</p>`;
    }
    return this.#service === null
      ? html`<p class="none" role="alert">
          “${this.baseUrl}” is no address of a service. Write base-url in full, as
          https://games.example.com/.
        </p>`
      : table(view, this.#proof(view));
  }

  /** The proof of a round, while it is open. Its element is loaded when it is first opened. */
  #proof(view: TableView): TemplateResult | typeof nothing {
    return view.controls.sheet === "proof"
      ? html`<round-proof .service=${this.#service} .view=${view}></round-proof>`
      : nothing;
  }

  /** Has picture, sound and countdown follow what the hud now shows. */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("accent")) {
      const colour = hexColour(this.accent);
      this.#accentSheet.replaceSync(
        colour === undefined ? "" : `:host{--accent:${colour}!important}`,
      );
    }
    const view = this.#view;
    const feed = this.#feed;
    if (view !== null && feed !== null) {
      const { isVisible } = this.#visibility;
      this.#sound.follow(view);
      this.#picture.show(view, isVisible, () => feed.elapsedMs);
      this.#countdown.schedule(feed, isVisible || !this.muted);
    }
  }

  get #tableName(): string {
    return `${this.game} ${this.baseUrl}`;
  }

  #start(): void {
    this.#startedFor = this.#tableName;
    const game = findGame(this.game);
    const events = new TableEvents(this);
    this.#service = serviceAddress(this.baseUrl, document.baseURI);
    if (game === undefined || this.#service === null) {
      const code = game === undefined ? "unknown_game" : "bad_base_url";
      // After the page has had the time to listen.
      queueMicrotask(() => events.fire("error", { code }));
      return;
    }
    this.#running = new AbortController();
    const { signal } = this.#running;
    const changed = () => {
      this.requestUpdate();
      events.follow(game, feed);
    };
    const feed = openFeed(game, this.#service, changed, signal);
    this.#feed = feed;
    adoptPageSnapshot(this, feed);
    void feed.run(signal);
    void this.#picture.open(this.game, signal);
  }

  #stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.#feed = null;
    this.#countdown.stop();
  }

  /** What the table is to show now; null if there is no such game. */
  #currentView(): TableView | null {
    const game = findGame(this.game);
    if (game === undefined) {
      return null;
    }
    const feed: Partial<StateFeed> = this.#feed ?? {};
    const { state = null, times = game, results = [], connection = "stale" } = feed;
    const { elapsedMs = 0, remainMs = 0, ageMs = 0, schedule } = feed;
    return unlessSuspended({
      game,
      state,
      times,
      results,
      elapsedMs,
      remainMs,
      isSandbox: schedule?.sandbox === true,
      timeZone: schedule?.timeZone ?? "",
      connection,
      ageMs,
      controls: this.#controls.view,
      hasPicture: this.#picture.isAvailable,
      words: this.#language.words,
    });
  }
}

// A page may load the script twice, from two addresses.
if (customElements.get("game-table") === undefined) {
  customElements.define("game-table", GameTable);
}
