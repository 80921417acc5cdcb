import { html, LitElement, nothing, unsafeCSS } from "lit";
import type { TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { BetsWords } from "../../src/i18n/bets-words.ts";
import { loadBetsWords } from "../../src/i18n/bets.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import { nameOfSpot } from "../../src/table/bets.ts";
import type { BetSpot } from "../../src/table/bets.ts";
import type { TableView } from "../../src/table/view.ts";
import type { BetPlace } from "../stage/bets/place.ts";
import type { Size } from "../stage/scene.ts";
import type { SpotLine } from "./book.ts";
import type { SpotsReport } from "./contract.ts";

/* Spots are only seen as they are pointed at or have the focus: what lies on them the picture shows. */
const styles = `
:host { grid-row: 2; grid-column: 1; position: relative; overflow: hidden; pointer-events: none; }
ul { margin: 0; padding: 0; list-style: none; }
button { position: absolute; box-sizing: border-box; margin: 0; padding: 0; border: 0; border-radius: 10px; background: none; pointer-events: auto; cursor: pointer; touch-action: manipulation; -webkit-tap-highlight-color: transparent; }
button[aria-disabled="true"] { cursor: default; }
button:not([aria-disabled="true"]):hover { background: rgb(255 255 255 / 7%); }
button:not([aria-disabled="true"]):active { background: rgb(255 255 255 / 14%); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
@container (max-width: 299px) or (max-height: 159px) { :host { display: none; } }
`;

/** The spots of a table as buttons, in the places that the picture has for them. */
export class BetSpots extends LitElement {
  static override readonly styles = unsafeCSS(styles);

  @property({ attribute: false }) betting: SpotsReport | null = null;
  @property({ attribute: false }) view: TableView | null = null;
  @property({ attribute: false }) places: ((size: Size) => readonly BetPlace[]) | null = null;
  @property({ attribute: false }) lines: ReadonlyMap<string, SpotLine> = new Map();
  /** In the table's language; null until they are loaded. */
  @state() private words: BetsWords | null = null;
  #lang = "";
  readonly #resizes = new ResizeObserver(() => this.requestUpdate());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
  }

  protected override willUpdate(): void {
    const lang = this.view?.words.lang ?? "";
    if (lang !== this.#lang) {
      this.#lang = lang;
      void this.#speak(lang);
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view, words } = this;
    if (view === null || words === null) {
      return nothing;
    }
    // Those of a page that lies over the table are not to be reached.
    const isCovered = view.controls.sheet !== null;
    return html`<ul aria-label=${words.spots} ?inert=${isCovered}>
      ${this.#laid.map(
        (place) =>
          html`<li>
            <button
              type="button"
              data-spot=${nameOfSpot(place)}
              aria-disabled=${view.remainMs > 0 && view.connection === "live" ? "false" : "true"}
              aria-label=${this.#label(place, words)}
              @click=${() => this.betting?.press(place)}
            ></button>
          </li>`,
      )}
    </ul>`;
  }

  /** Puts the buttons in their places: a page's policy may not let a template have styles. */
  protected override updated(): void {
    const laid = this.#laid;
    this.renderRoot.querySelectorAll<HTMLElement>("button").forEach((button, i) => {
      const box = laid[i]?.box;
      if (box !== undefined) {
        const [left, top] = [box.x - box.width / 2, box.y - box.height / 2];
        for (const [name, value] of Object.entries({ left, top, ...sizeOf(box) })) {
          button.style.setProperty(name, `${value}px`);
        }
      }
    });
    this.betting?.publish(this.#spots(laid));
  }

  get #laid(): readonly BetPlace[] {
    const { clientWidth: width, clientHeight: height } = this;
    return width > 0 && height > 0 ? (this.places?.({ width, height }) ?? []) : [];
  }

  /** In shares of the whole table, which the picture is a part of. */
  #spots(laid: readonly BetPlace[]): BetSpot[] {
    const root = this.getRootNode();
    const table = root instanceof ShadowRoot ? root.host.getBoundingClientRect() : null;
    if (table === null || table.width === 0 || table.height === 0) {
      return [];
    }
    const own = this.getBoundingClientRect();
    const share = (px: number, of: number) => Math.round((px / of) * 1e4) / 1e4;
    return laid.map(({ market, teams, box }) => ({
      market,
      teams,
      x: share(own.left - table.left + box.x - box.width / 2, table.width),
      y: share(own.top - table.top + box.y - box.height / 2, table.height),
      width: share(box.width, table.width),
      height: share(box.height, table.height),
    }));
  }

  #label(place: BetPlace, words: BetsWords): string {
    const { view } = this;
    const id = place.teams[0] ?? place.market;
    const name = view?.words.games[view.game.slug]?.sides[id] ?? id;
    const line = this.lines.get(nameOfSpot(place));
    return [
      name,
      line?.total && `${words.all}: ${line.total} (${line.share})`,
      line?.own && `${words.own}: ${line.own}`,
      line?.win && `${words.win}: ${line.win}`,
      line?.net && words.net.replace("#", line.net),
    ]
      .filter(Boolean)
      .join(", ");
  }

  async #speak(lang: string): Promise<void> {
    const words = await loadBetsWords(pickLang([lang]) ?? "en");
    if (lang === this.#lang) {
      this.words = words;
    }
  }
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

// A page may load the script twice, from two addresses.
if (customElements.get("bet-spots") === undefined) {
  customElements.define("bet-spots", BetSpots);
}
