import { html, LitElement, nothing, unsafeCSS } from "lit";
import type { TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import type { TableView } from "../../../src/hud/table/view.ts";
import type { PartWords } from "../../../src/i18n/words.ts";
import { spotKey } from "../../../src/wire/spot-bets.ts";
import type { BetSpot, SpotName } from "../../../src/wire/spot-bets.ts";
import type { BetPlace } from "../../stage/bets/bet-place.ts";
import type { Size } from "../../stage/scene.ts";
import type { SpotLine } from "./bets-book.ts";

/** With this few spots, each side spot covers its whole half of the table. */
const MAX_SPOTS_FOR_HALVES = 3;

/*
 * The picture shows the bets, and marks the spots if the page accepts presses. The buttons are visible on hover and
 * focus.
 */
const styles = `
:host { grid-row: 2; grid-column: 1; position: relative; z-index: 0; overflow: hidden; pointer-events: none; }
ul { margin: 0; padding: 0; list-style: none; }
button { position: absolute; box-sizing: border-box; margin: 0; padding: 0; border: 0; border-radius: 10px; background: none; pointer-events: auto; cursor: pointer; touch-action: manipulation; -webkit-tap-highlight-color: transparent; }
button[data-half] { z-index: -1; }
button[aria-disabled="true"] { cursor: default; }
button:not([aria-disabled="true"], [data-half]):hover { background: rgb(255 255 255 / 7%); }
button:not([aria-disabled="true"], [data-half]):active { background: rgb(255 255 255 / 14%); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.message { position: absolute; inset: auto 0 8%; width: fit-content; max-width: 80%; margin: 0 auto; padding: .4em .9em; border-radius: 9px; background: rgb(0 0 0 / 82%); color: #fff; font-size: 13px; text-align: center; animation: message 4s forwards; }
@keyframes message { 80% { opacity: 1; } to { opacity: 0; } }
@container (max-width: 299px) or (max-height: 179px) { :host { display: none; } }
`;

export interface SpotsReport {
  publish(spots: readonly BetSpot[]): void;
  press(spot: SpotName): void;
}

export class BetSpots extends LitElement {
  static override readonly styles = unsafeCSS(styles);

  @property({ attribute: false }) betting: SpotsReport | null = null;
  @property({ attribute: false }) acceptsPresses = false;
  @property({ attribute: false }) view: TableView | null = null;
  @property({ attribute: false }) places: ((size: Size) => readonly BetPlace[]) | null = null;
  @property({ attribute: false }) lines: ReadonlyMap<string, SpotLine> = new Map();
  @property({ attribute: false }) words: PartWords["bets"] | null = null;
  /** Why the last press had no effect, and the number of that press, which restarts the message's animation. */
  @state() private message = { text: "", press: 0 };
  #table: Node | null = null;
  readonly #resizes = new ResizeObserver(() => this.requestUpdate());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resizes.observe(this);
    this.#table = this.getRootNode();
    this.#table.addEventListener("click", this.#onMiss);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
    this.#table?.removeEventListener("click", this.#onMiss);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view, words } = this;
    if (view === null || words === null) {
      return nothing;
    }
    // The spots are not reachable while a page covers the table.
    const isCovered = view.controls.openSheet !== null;
    const places = this.#visiblePlaces;
    return html`<ul aria-label=${words.spots} ?inert=${isCovered}>
        ${places.map(
          (place) =>
            html`<li>
              <button
                type="button"
                data-spot=${spotKey(place)}
                ?data-half=${this.#hasHalf(place, places)}
                aria-disabled=${this.#closedReason === null ? "false" : "true"}
                aria-label=${this.#label(place, words)}
                @click=${() => this.#press(place)}
              ></button>
            </li>`,
        )}
      </ul>
      <div role="status">
        ${keyed(this.message.press, this.message.text === "" ? nothing : html`<p class="message">${this.message.text}</p>`)}
      </div>`;
  }

  /** Why presses have no effect now; null if they have an effect. */
  get #closedReason(): string | null {
    const { remainMs = 0, connection = "stale", words } = this.view ?? {};
    if (connection !== "live") {
      return words?.connections[connection] ?? "";
    }
    return remainMs > 0 ? null : (words?.phases.revealing ?? "");
  }

  #press(place: BetPlace): void {
    const closed = this.#closedReason;
    if (closed === null) {
      this.betting?.press(place);
    } else {
      this.#showMessage(closed);
    }
  }

  /** Answers a press on the picture that hit neither a spot nor another control. */
  readonly #onMiss = (event: Event) => {
    const { clientX, clientY } = event as MouseEvent;
    const { left, right, top, bottom } = this.getBoundingClientRect();
    const isOnPicture = clientX > left && clientX < right && clientY > top && clientY < bottom;
    const hits = event
      .composedPath()
      .some(
        (node) => node instanceof Element && node.matches("button, a, [data-action], bet-spots"),
      );
    if (isOnPicture && !hits && this.view?.controls.openSheet === null) {
      this.#showMessage(this.#closedReason ?? this.words?.missed ?? "");
    }
  };

  #showMessage(text: string): void {
    if (this.acceptsPresses) {
      this.message = { text, press: this.message.press + 1 };
    }
  }

  #hasHalf({ box }: BetPlace, places: readonly BetPlace[]): boolean {
    const { clientWidth: width } = this;
    return (
      this.acceptsPresses &&
      places.length <= MAX_SPOTS_FOR_HALVES &&
      Math.abs(box.x - width / 2) > width / 8
    );
  }

  /** The pressable area of a place: its box, or its half of the table. */
  #pressedBox(place: BetPlace, places: readonly BetPlace[]): BetPlace["box"] {
    const { clientWidth: width, clientHeight: height } = this;
    return this.#hasHalf(place, places)
      ? {
          x: place.box.x < width / 2 ? width / 4 : (width * 3) / 4,
          y: height / 2,
          width: width / 2,
          height,
        }
      : place.box;
  }

  /** Positions the buttons from script, because a page's policy can forbid inline styles. */
  protected override updated(): void {
    const places = this.#visiblePlaces;
    this.renderRoot.querySelectorAll<HTMLElement>("button").forEach((button, i) => {
      const spot = places[i];
      if (spot !== undefined) {
        const box = this.#pressedBox(spot, places);
        const [left, top] = [box.x - box.width / 2, box.y - box.height / 2];
        const { width, height } = box;
        for (const [name, value] of Object.entries({ left, top, width, height })) {
          button.style.setProperty(name, `${value}px`);
        }
        button.style.setProperty("transform", `skewX(${-Math.atan(spot.lean)}rad)`);
      }
    });
    this.betting?.publish(this.#spots(places));
  }

  get #visiblePlaces(): readonly BetPlace[] {
    const { clientWidth: width, clientHeight: height } = this;
    return width > 0 && height > 0 ? (this.places?.({ width, height }) ?? []) : [];
  }

  /** The spots in fractions of the whole table, which is larger than the picture. */
  #spots(places: readonly BetPlace[]): BetSpot[] {
    const root = this.getRootNode();
    const table = root instanceof ShadowRoot ? root.host.getBoundingClientRect() : null;
    if (table === null || table.width === 0 || table.height === 0) {
      return [];
    }
    const layer = this.getBoundingClientRect();
    const share = (px: number, of: number) => Math.round((px / of) * 1e4) / 1e4;
    return places.map(({ market, teams, box }) => ({
      market,
      teams,
      x: share(layer.left - table.left + box.x - box.width / 2, table.width),
      y: share(layer.top - table.top + box.y - box.height / 2, table.height),
      width: share(box.width, table.width),
      height: share(box.height, table.height),
    }));
  }

  #label(place: BetPlace, words: PartWords["bets"]): string {
    const { view } = this;
    const id = place.teams[0] ?? place.market;
    const name = view?.words.games[view.game.slug]?.sides[id] ?? id;
    const line = this.lines.get(spotKey(place));
    return [
      name,
      line?.total && `${words.all}: ${line.total} (${line.percent})`,
      line?.own && `${words.own}: ${line.own}`,
      line?.win && `${words.win}: ${line.win}`,
      line?.net && words.net.replace("#", line.net),
    ]
      .filter(Boolean)
      .join(", ");
  }
}

// A page can load this script from two URLs.
if (customElements.get("bet-spots") === undefined) {
  customElements.define("bet-spots", BetSpots);
}
