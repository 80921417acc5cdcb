import { html, LitElement, nothing, unsafeCSS } from "lit";
import type { PropertyValues, TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import type { Game } from "../src/games/contract.ts";
import { findGame } from "../src/games/index.ts";
import { hudStyles } from "../src/hud/styles.ts";
import { table } from "../src/hud/table.ts";
import { themeOf } from "../src/look/themes.ts";
import { toPhaseMessage } from "../src/phase-event.ts";
import type { PhaseMessage } from "../src/phase-event.ts";
import { phaseLengthMs } from "../src/round/clock.ts";
import type { Snapshot } from "../src/table/snapshot.ts";
import { unlessSuspended } from "../src/table/suspended-table.ts";
import type { TableView } from "../src/table/view.ts";
import { hexColour, StyleColours } from "./element/colours.ts";
import { TableControls } from "./element/controls.ts";
import { WordsLoader } from "./element/language.ts";
import { loadScene, toPlay } from "./element/load-scene.ts";
import { PhaseAnnouncer } from "./element/phase-announcer.ts";
import { serviceAddress } from "./element/service-address.ts";
import { TableSound } from "./element/sound.ts";
import { PageVisibility } from "./element/visibility.ts";
import { openFeed } from "./feed/open-feed.ts";
import type { StateFeed } from "./feed/state-feed.ts";
import { Stage } from "./stage/stage.ts";
import { preloadSurface } from "./stage/surface-loader.ts";

/** Where the service is when nobody says: where this script came from. */
const ORIGIN = `${new URL(import.meta.url).origin}/`;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A live table of one game.
 *
 * @summary Follows the state API of a Tableside service and draws the round, its countdown and the
 * last results. It fills its box; 830 by 553 when nothing gives it a height.
 *
 * @fires {CustomEvent<PhaseMessage>} phase - At every phase change, none on load. Its detail holds
 * the five fields of the phase message. Bubbles and crosses shadow roots.
 *
 * @csspart stage - The box that the scene is drawn in.
 * @csspart countdown - The ring: betting time, padlock, winner's letter, time to the next round.
 * @csspart status - The phase in words.
 * @csspart round - Round, daily round and date.
 * @csspart banner - The winner in words.
 * @csspart link - The light that tells how fresh the state is.
 * @csspart toolbar - The buttons.
 * @csspart roads - The scoreboards.
 * @csspart podiums - The first three of the last races.
 * @csspart results - The last results.
 * @csspart sheet - What lies over the table: roads, figures, history, rules.
 *
 * @cssproperty --accent - Rings, and lines inlaid in the cloth. The attribute `accent` goes before.
 * @cssproperty --felt - The cloth of the table.
 * @cssproperty --night - The background.
 * @cssproperty --ink - Text.
 * @cssproperty --radius - Rounding of the corners.
 * @cssproperty --font - Font family.
 */
export class GameTable extends LitElement {
  static override readonly styles = unsafeCSS(hudStyles);

  /** Which game: `dragontiger`, `baccarat` or `bigsixball`. */
  @property() game = "";
  /** The address of the service, when the script was not loaded from it. */
  @property({ attribute: "base-url" }) baseUrl = ORIGIN;
  /** The language, a BCP 47 tag; the browser's when left out, English when that is not spoken. */
  @property() override lang = "";
  /** `dark`, `light` or `contrast`. */
  @property({ reflect: true, useDefault: true }) theme = "dark";
  /** The colour of rings and lines: a CSS colour. Anything else leaves the house's gold. */
  @property() accent = "";
  /** No sound, unless it says `false`. The viewer's own choice goes first. */
  @property({ converter: (value) => value })
  get muted(): boolean {
    return this.#isMuted;
  }
  set muted(muted: boolean | string | null) {
    this.#isMuted = muted !== false && muted !== "false" && muted !== "0";
  }
  /** The same the other way round, for frameworks that write no attribute for what is `false`. */
  @property({ type: Boolean })
  get sound(): boolean {
    return !this.muted;
  }
  set sound(sound: boolean) {
    this.muted = !sound;
  }
  /** Less motion. The viewer's own choice, and that of the system, go first. */
  @property({ type: Boolean }) calm = false;

  /** What `accent` says, for the whole shadow root: the host's own style is the page's. */
  readonly #accent = new CSSStyleSheet();
  readonly #colours = new StyleColours(this);
  readonly #controls = new TableControls(this);
  readonly #visibility = new PageVisibility(this);
  readonly #sound = new TableSound();
  readonly #speech = new WordsLoader();
  /** The address of the service; null when `base-url` is none. */
  #service: string | null = null;
  #feed: StateFeed | null = null;
  #stage: Stage | null = null;
  #running: AbortController | null = null;
  /** Which table was last started, or would have been had there been such a one. */
  #startedFor = "";
  #hasPicture = true;
  #isMuted = true;
  #announcer = new PhaseAnnouncer();
  #tick: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  /** Drops what the server drew into the shadow root: the first render draws the same again. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.shadowRoot?.replaceChildren();
    const root = super.createRenderRoot();
    this.shadowRoot?.adoptedStyleSheets.push(this.#accent);
    return root;
  }

  /** Draws nothing before the words are there: a table must not start in English and change over. */
  protected override async scheduleUpdate(): Promise<void> {
    await this.#speech.speak(this.lang === "" ? navigator.languages : [this.lang]);
    super.scheduleUpdate();
  }

  /** Starts anew for another table, also where a script names it after the element is on the page. */
  protected override willUpdate(): void {
    if (this.isConnected && this.#startedFor !== this.#tableName) {
      this.#stop();
      this.#start();
    }
  }

  protected override render(): TemplateResult {
    const view = this.#view();
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

  /** What proves a round, while that is open. The element comes when it is first asked for. */
  #proof(view: TableView): TemplateResult | typeof nothing {
    return view.controls.sheet === "proof"
      ? html`<round-proof .service=${this.#service} .view=${view}></round-proof>`
      : nothing;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("accent")) {
      const colour = hexColour(this.accent);
      this.#accent.replaceSync(colour === undefined ? "" : `:host{--accent:${colour}!important}`);
    }
    this.#follow();
    this.#tickWithTheSeconds();
  }

  get #tableName(): string {
    return `${this.game} ${this.baseUrl}`;
  }

  #start(): void {
    this.#startedFor = this.#tableName;
    const game = findGame(this.game);
    this.#service = serviceAddress(this.baseUrl, document.baseURI);
    if (game === undefined || this.#service === null) {
      return;
    }
    const running = new AbortController();
    this.#running = running;
    this.#announcer = new PhaseAnnouncer();
    this.#hasPicture = true;
    const changed = () => this.#changed(game, feed);
    const feed = openFeed(game, this.#service, changed, running.signal);
    this.#feed = feed;
    this.#adoptSnapshot(feed);
    void feed.run(running.signal);
    // Side by side with the first drawing of the hud.
    preloadSurface();
    const scene = loadScene(this.game);
    void this.updateComplete.then(() => this.#openStage(scene, running.signal));
  }

  #stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.#stage = null;
    this.#feed = null;
    clearTimeout(this.#tick);
  }

  /** Takes the state that the server put into the page, so that nothing is asked before it shows. */
  #adoptSnapshot(feed: StateFeed): void {
    const script = this.querySelector('script[type="application/json"]');
    if (script?.textContent) {
      const snapshot = JSON.parse(script.textContent) as Snapshot;
      script.remove();
      const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      feed.adopt(snapshot, page?.requestStart ?? 0, page?.responseStart ?? 0);
    }
  }

  #changed(game: Game, feed: StateFeed): void {
    this.requestUpdate();
    if (feed.state !== null && this.#announcer.isNews(feed.state)) {
      const detail = toPhaseMessage(game.eventType, feed.state);
      this.dispatchEvent(
        new CustomEvent<PhaseMessage>("phase", { detail, bubbles: true, composed: true }),
      );
    }
  }

  async #openStage(scene: ReturnType<typeof loadScene>, signal: AbortSignal): Promise<void> {
    const host = this.renderRoot.querySelector<HTMLElement>(".stage");
    try {
      const loaded = await scene;
      if (host === null || signal.aborted) {
        return;
      }
      const stage = await Stage.create(host, loaded, {
        signal,
        theme: themeOf(this.theme),
        colours: this.#colours.now,
      });
      reducedMotion.addEventListener("change", () => this.requestUpdate(), { signal });
      this.#stage = stage;
      this.#follow();
    } catch (error) {
      if (!signal.aborted) {
        // No renderer, or the network broke: the hud says everything in words.
        this.#hasPicture = false;
        this.requestUpdate();
        console.warn("Tableside: the table cannot be drawn.", error);
      }
    }
  }

  /** Has the stage and the sound follow what the hud shows. */
  #follow(): void {
    const view = this.#view();
    if (view === null) {
      return;
    }
    this.#sound.follow(view);
    const play = toPlay(view);
    if (this.#stage !== null && play !== null) {
      this.#stage.theme = themeOf(this.theme);
      this.#stage.colours = this.#colours.now;
      this.#stage.still = this.calm || reducedMotion.matches;
      this.#stage.seen = this.#visibility.isVisible;
      // A table that waits for a round to open stands still.
      const { connection, elapsedMs } = view;
      this.#stage.show(play, () =>
        connection === "suspended" ? elapsedMs : (this.#feed?.elapsedMs ?? 0),
      );
    }
  }

  /**
   * Draws the ring once a second, on the server's full seconds, and only while it moves. Where nobody
   * sees or hears the seconds, their end alone is told: a beacon may follow the close of bets.
   */
  #tickWithTheSeconds(): void {
    clearTimeout(this.#tick);
    const feed = this.#feed;
    if (feed === null) {
      return;
    }
    const { state, schedule, times, elapsedMs } = feed;
    if (state === null || schedule === null || state.phase === "result") {
      return;
    }
    // Betting is told in seconds until bets are closed.
    const lastsMs = state.phase === "betting" ? times.closesMs : phaseLengthMs(state.phase, times);
    const leftMs = lastsMs - elapsedMs;
    if (leftMs > 0) {
      const isFollowed = this.#visibility.isVisible || !this.muted;
      const waitMs = isFollowed ? leftMs % 1000 || 1000 : leftMs;
      this.#tick = setTimeout(() => this.requestUpdate(), waitMs);
    }
  }

  #view(): TableView | null {
    const game = findGame(this.game);
    if (game === undefined) {
      return null;
    }
    return unlessSuspended({
      game,
      state: this.#feed?.state ?? null,
      times: this.#feed?.times ?? game,
      results: this.#feed?.results ?? [],
      elapsedMs: this.#feed?.elapsedMs ?? 0,
      remainMs: this.#feed?.remainMs ?? 0,
      timeZone: this.#feed?.schedule?.timeZone ?? "",
      connection: this.#feed?.connection ?? "stale",
      ageMs: this.#feed?.ageMs ?? 0,
      controls: this.#controls.view,
      hasPicture: this.#hasPicture,
      words: this.#speech.words,
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "game-table": GameTable;
  }
}

// A page may load the script twice, from two addresses.
if (customElements.get("game-table") === undefined) {
  customElements.define("game-table", GameTable);
}
