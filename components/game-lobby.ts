import { LitElement, html, nothing, unsafeCSS } from "lit";
import type { PropertyDeclarations, PropertyValues, TemplateResult } from "lit";
import type { Game } from "../src/games/contract.ts";
import { findGame } from "../src/games/index.ts";
import type { GameSlug } from "../src/games/index.ts";
import { listedGames } from "../src/hud/lobby/listed-games.ts";
import type { GameLobbyElement } from "../src/hud/lobby/lobby-element.ts";
import { lobby } from "../src/hud/lobby/lobby-hud.ts";
import { lobbyStyles } from "../src/hud/lobby/lobby-styles.ts";
import { initialControls } from "../src/hud/table/controls.ts";
import type { Snapshot } from "../src/hud/table/snapshot.ts";
import type { TableView } from "../src/hud/table/view.ts";
import { words as en } from "../src/i18n/en/lobby.ts";
import { wordsOrEnglish } from "../src/i18n/lazy-words.ts";
import type { Words } from "../src/i18n/words.ts";
import { space, type } from "../src/look/tokens.ts";
import { CountdownTimer } from "./element/countdown-timer.ts";
import { currentView } from "./element/current-view.ts";
import { DisplayedTime } from "./element/displayed-time.ts";
import { takePageData } from "./element/page-data.ts";
import { PageVisibility } from "./element/page-visibility.ts";
import { accentRule, isMuted, DEFAULT_BASE_URL, serviceUrl } from "./element/shared-attributes.ts";
import { TableLanguage } from "./element/table-language.ts";
import { LobbyFeed } from "./feed/lobby-feed.ts";
import type { StateFeed } from "./feed/state-feed.ts";

const wordsIn = import.meta.glob<typeof en>(["../src/i18n/*/lobby.ts", "!../src/i18n/en/*"], {
  import: "words",
});

/** Styles of an opened table, with the back button above it. */
const openTableStyles = `
.opened { display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100cqh; font: 400 ${type.body}/1.3 var(--font); }
.back { display: flex; align-items: center; gap: ${space.snug}; min-height: 36px; padding: 0 ${space.roomy}; border: 0; background: var(--night); color: var(--ink); font: 600 ${type.small}/1.3 var(--font); text-align: start; cursor: pointer; }
.back::before { content: ""; width: 9px; height: 9px; margin: 0 2px 0 ${space.tight}; border: solid var(--accent); border-width: 0 0 2px 2px; rotate: 45deg; }
.back:hover { color: var(--accent); }
.back:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
game-table { height: 100%; aspect-ratio: auto; min-height: 0; --accent: inherit; --felt: inherit; --night: inherit; --ink: inherit; --font: inherit; --radius: 0px; }
.none { padding: ${space.roomy}; color: var(--ink); font: 400 ${type.body}/1.3 var(--font); }
@container (max-height: 299px) { .back { min-height: 28px; } }
`;

/** The current view of one lobby table, and its countdown timer. */
function lobbyTable(game: Game, feed: StateFeed, redraw: () => void) {
  const displayedTime = new DisplayedTime();
  const countdown = new CountdownTimer(redraw);
  let view: TableView | null = null;
  return {
    read(words: Words, calm: boolean): TableView {
      const look = { controls: { ...initialControls, calm }, hasPicture: false, words };
      view = currentView(game, feed, displayedTime, look);
      return view;
    },
    /** Schedules a redraw at the next second of the view last read. */
    schedule() {
      if (view !== null) {
        countdown.schedule(view, feed, true);
      }
    },
    stop: () => countdown.stop(),
  };
}

/** How long a hidden lobby keeps its connection, in ms. Lobbies are often hidden only briefly. */
const HIDDEN_MS = 5_000;

/**
 * All tables as small tiles, each with its countdown, last result and road. Pressing one opens its table.
 *
 * @summary Follows all games of a Tableside service over one connection, while it is visible. It fills its box, or is
 * 830 by 553 if nothing sets its height.
 *
 * @fires {CustomEvent<{ game: string }>} open - When a tile is pressed. Cancel the event to open the table yourself, for
 * example on its own page; otherwise the table replaces the lobby. Bubbles and crosses shadow roots.
 * @fires {CustomEvent<{ game: string }>} close - When the viewer returns from a table. Bubbles and crosses
 * shadow roots.
 *
 * @csspart tile - One table as a tile.
 * @csspart countdown - The ring of a tile.
 * @csspart status - The phase as text.
 * @csspart last - The last result.
 * @csspart badge - The pattern of the newest results.
 * @csspart past - The road, or the last podiums.
 *
 * @cssproperty --accent - Rings, names and badges. The `accent` attribute takes precedence.
 * @cssproperty --night - The background.
 * @cssproperty --ink - Text.
 * @cssproperty --radius - Rounding of the corners.
 * @cssproperty --font - Font family.
 */
export class GameLobby extends LitElement implements GameLobbyElement {
  static override readonly styles = unsafeCSS(lobbyStyles + openTableStyles);
  static override readonly properties: PropertyDeclarations = {
    games: {},
    baseUrl: { attribute: "base-url" },
    lang: {},
    theme: { reflect: true, useDefault: true },
    accent: {},
    muted: {},
    sound: { type: Boolean },
    calm: { type: Boolean },
  };

  /** The slugs to show, in order, separated by commas or spaces; all games if omitted. */
  games = "";
  /** The service URL, if the script was not loaded from it. */
  baseUrl = DEFAULT_BASE_URL;
  /** A BCP 47 tag; the browser's languages if omitted. English if none of them is supported. */
  override lang = "";
  /** One of the themes in `src/look/themes.ts`; `dark` for anything else. */
  theme = "dark";
  /** The colour of rings and lines, a CSS colour; gold if it is not one. */
  accent = "";
  /**
   * Whether the tables' sound is off; any value except `false` and `0` turns it off. The viewer's choice takes
   * precedence.
   */
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
  /** Whether motion is reduced. The system setting takes precedence. */
  calm = false;

  readonly #accentSheet = new CSSStyleSheet();
  readonly #language = new TableLanguage();
  #words = en;
  readonly #visibility = new PageVisibility(this);
  #feed: LobbyFeed | null = null;
  #tables: readonly ReturnType<typeof lobbyTable>[] = [];
  #lifetime: AbortController | null = null;
  #startedKey = "";
  #isMuted = true;
  /** The game whose table is open in place of the lobby. */
  #opened: GameSlug | null = null;
  #pauseTimer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  /** Opens a table in place of the lobby. Ignores an unknown game. */
  open(game: GameSlug): void {
    if (findGame(game) === undefined) {
      return;
    }
    this.#opened = game;
    this.requestUpdate();
    import("./game-table.ts").catch((error: unknown) => {
      console.warn("Tableside: the table cannot be loaded.", error);
      this.close();
    });
  }

  /** Returns from a table to the lobby. */
  close(): void {
    const game = this.#opened;
    if (game !== null) {
      this.#opened = null;
      this.requestUpdate();
      this.#fire("close", game, false);
      void this.#focus(`[data-game="${game}"]`);
    }
  }

  /** Discards the server's rendering in the shadow root, which the first render replaces. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.shadowRoot?.replaceChildren();
    const root = super.createRenderRoot();
    this.shadowRoot?.adoptedStyleSheets.push(this.#accentSheet);
    root.addEventListener("click", this.#onClick);
    root.addEventListener("pointerdown", this.#onPointerDown);
    return root;
  }

  /** Waits for the words, so that a lobby never starts in English and then switches language. */
  protected override async scheduleUpdate(): Promise<void> {
    await this.#language.use(this.lang === "" ? navigator.languages : [this.lang]);
    const { lang } = this.#language.words;
    if (lang !== this.#words.lang) {
      this.#words = await wordsOrEnglish(wordsIn[`../src/i18n/${lang}/lobby.ts`], en);
    }
    super.scheduleUpdate();
  }

  protected override willUpdate(): void {
    if (this.isConnected && this.#startedKey !== this.#sourceKey) {
      this.#stop();
      this.#start();
    }
  }

  protected override render(): TemplateResult {
    if (this.#feed === null) {
      return html`<p class="none" role="alert">
        “${this.baseUrl}” is not the URL of a service. Write base-url in full, such as
        https://games.example.com/.
      </p>`;
    }
    if (this.#opened !== null) {
      return this.#openTable(this.#opened);
    }
    const tables = this.#tables.map((table) => table.read(this.#language.words, this.calm));
    return lobby({ tables, words: this.#words });
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("accent")) {
      this.#accentSheet.replaceSync(accentRule(this.accent));
    }
    clearTimeout(this.#pauseTimer);
    const { isVisible } = this.#visibility;
    if (isVisible && this.#opened === null) {
      this.#feed?.resume();
      this.#tables.forEach((table) => table.schedule());
      return;
    }
    this.#tables.forEach((table) => table.stop());
    this.#pauseTimer = setTimeout(() => this.#feed?.pause(), isVisible ? 0 : HIDDEN_MS);
  }

  get #sourceKey(): string {
    return `${this.games} ${this.baseUrl}`;
  }

  #openTable(game: string): TemplateResult {
    const words = this.#words;
    return html`<section class="opened" lang=${words.lang} dir="ltr">
      <button type="button" class="back">${words.back}</button>
      <game-table
        game=${game}
        base-url=${this.baseUrl}
        lang=${words.lang}
        theme=${this.theme}
        accent=${this.accent || nothing}
        ?sound=${this.sound}
        ?calm=${this.calm}
      ></game-table>
    </section>`;
  }

  #start(): void {
    this.#startedKey = this.#sourceKey;
    const service = serviceUrl(this.baseUrl);
    if (service === null) {
      return;
    }
    this.#lifetime = new AbortController();
    const { signal } = this.#lifetime;
    const redraw = () => this.requestUpdate();
    const games = listedGames(this.games);
    const feed = new LobbyFeed(games, service, redraw, signal);
    this.#feed = feed;
    this.#tables = feed.tables.map((table, at) => lobbyTable(games[at]!, table, redraw));
    const page = takePageData<readonly Snapshot[]>(this);
    if (page !== null) {
      feed.adopt(page.data, page.sentMs, page.receivedMs);
    }
    // Browsers do not keep a page with an open connection in the back/forward cache.
    window.addEventListener("pagehide", () => feed.pause(), { signal });
    window.addEventListener("pageshow", redraw, { signal });
    this.requestUpdate();
  }

  #stop(): void {
    this.#lifetime?.abort();
    this.#tables.forEach((table) => table.stop());
    clearTimeout(this.#pauseTimer);
    [this.#lifetime, this.#feed, this.#tables] = [null, null, []];
  }

  readonly #onPointerDown = (event: Event) => {
    if (gameOnTile(event) !== undefined) {
      // Starts loading before the finger is lifted. `open` reports a failure.
      import("./game-table.ts").catch(() => {});
    }
  };

  readonly #onClick = (event: Event) => {
    const game = gameOnTile(event);
    if (game !== undefined && this.#fire("open", game, true)) {
      this.open(game);
      void this.#focus(".back");
    } else if (event.target instanceof Element && event.target.closest(".back") !== null) {
      this.close();
    }
  };

  #fire(name: "open" | "close", game: string, cancelable: boolean): boolean {
    const detail = { game };
    return this.dispatchEvent(
      new CustomEvent(name, { detail, cancelable, bubbles: true, composed: true }),
    );
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.shadowRoot?.querySelector<HTMLElement>(selector)?.focus();
  }
}

function gameOnTile({ target }: Event): GameSlug | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>("[data-game]") : null;
  return findGame(tile?.dataset["game"] ?? "")?.slug;
}

// A page can load this script from two URLs.
if (customElements.get("game-lobby") === undefined) {
  customElements.define("game-lobby", GameLobby);
}
