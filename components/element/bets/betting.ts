import { html, nothing } from "lit";
import type { ReactiveControllerHost } from "lit";
import { readBets, readWinners, UnreadableBets } from "../../../src/hud/table/read-bets.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import { PartLanguage } from "../../../src/i18n/part-words.ts";
import { isClosed } from "../../../src/wire/connection.ts";
import type { BetSpot, SpotName } from "../../../src/wire/spot-bets.ts";
import type { RoundSource } from "../../feed/round-source.ts";
import type { BetsLayer } from "../../stage/bets/bets-on-felt.ts";
import type { Play } from "../../stage/scene.ts";
import { ElementEvents } from "../table-events.ts";
import type { SpotsReport } from "./bet-spots.ts";
import "./bet-spots.ts";
import { BetsBook } from "./bets-book.ts";
import { loadBets } from "./load-bets.ts";
import type { BetsModule } from "./load-bets.ts";

/** The properties that a page sets, not yet validated. */
export interface BetsProperties {
  bets: unknown;
  winners: unknown;
  betSpots: boolean;
}

export type BettingHost = Pick<ReactiveControllerHost, "requestUpdate"> &
  EventTarget & { readonly game: string };

export interface DrawnBets extends Pick<Play, "bets" | "takesPresses"> {
  layer: BetsLayer;
}

/** Minimum time between two reads of the page's bets, in ms; only the last bets set in between count. */
const READ_EVERY_MS = 100;

/** Only the names of the spots are needed here, and they are the same in every size. */
const ANY_SIZE = { width: 830, height: 440 };

/** One table's bets: validates the bets that the page sets, and passes them on to be drawn. */
export class Betting implements SpotsReport {
  /** In fractions of the table's box; empty while the table has no picture. */
  spots: readonly BetSpot[] = [];
  readonly #host: BettingHost;
  readonly #events: ElementEvents;
  readonly #source: () => RoundSource | null;
  readonly #values: BetsProperties;
  #book = new BetsBook();
  #slug = "";
  /** The betting places of the game `#slug`; null until they are loaded. */
  #module: BetsModule | null = null;
  readonly #language = new PartLanguage(() => this.#host.requestUpdate());
  readonly #unread = new Set<keyof BetsProperties>(["bets", "winners"]);
  #readTimer: ReturnType<typeof setTimeout> | undefined;

  /** `source` returns where the table gets its rounds; null before it is open. */
  constructor(host: BettingHost, source: () => RoundSource | null, values: BetsProperties) {
    this.#host = host;
    this.#events = new ElementEvents(host);
    this.#source = source;
    this.#values = values;
    this.#loadPlaces();
  }

  change(name: keyof BetsProperties): void {
    this.#unread.add(name);
    this.#read();
  }

  layer(view: TableView): DrawnBets | null {
    this.#loadPlaces();
    const module = this.#module;
    if (module === null) {
      return null;
    }
    return {
      layer: module.betLayer,
      bets: this.#book.betsFor(view, this.#language.in(view.words.lang)?.bets),
      // Even while the connection is lost, so that the shot keeps the spots and a press shows the reason.
      takesPresses: this.#values.betSpots && !isClosed(view.connection),
    };
  }

  /** The spots, as buttons over the picture, if the page has set bets or enabled presses. */
  renderSpots(view: TableView): unknown {
    const places = this.#module?.placesIn;
    const words = this.#language.in(view.words.lang)?.bets;
    const isWanted = this.#values.betSpots || this.#book.hasBets;
    if (!places || !words || !isWanted || !view.hasPicture || view.state === null) {
      this.publish([]);
      return nothing;
    }
    return html`<bet-spots
      .betting=${this}
      .acceptsPresses=${this.#values.betSpots}
      .view=${view}
      .places=${places}
      .lines=${this.#book.lines(view)}
      .words=${words}
    ></bet-spots>`;
  }

  publish(spots: readonly BetSpot[]): void {
    if (JSON.stringify(spots) !== JSON.stringify(this.spots)) {
      this.spots = spots;
      this.#events.fire("spots", { spots });
    }
  }

  press({ market, teams = [] }: SpotName): void {
    const { state, remainMs = 0, connection } = this.#source() ?? {};
    if (state?.phase === "betting" && remainMs > 0 && connection === "live") {
      this.#events.fire("bet-spot", { round: state.round, market, teams, remainMs });
    }
  }

  #loadPlaces(): void {
    const slug = this.#host.game;
    if (slug === this.#slug) {
      return;
    }
    [this.#slug, this.#module, this.#book] = [slug, null, new BetsBook()];
    loadBets(slug)
      .then((module) => {
        if (slug === this.#slug && module !== null) {
          this.#module = module;
          this.#unread.add("bets").add("winners");
          this.#read();
          this.#host.requestUpdate();
        }
      })
      .catch(console.warn);
  }

  #read(): void {
    if (this.#module === null || this.#readTimer !== undefined || this.#unread.size === 0) {
      return;
    }
    const names = this.#module.placesIn(ANY_SIZE);
    const source = this.#source();
    this.#try("bets", (value) => this.#book.take(readBets(value, names), source));
    this.#try("winners", (value) => this.#book.settle(readWinners(value, names), source));
    this.#unread.clear();
    this.#host.requestUpdate();
    this.#readTimer = setTimeout(() => {
      this.#readTimer = undefined;
      this.#read();
    }, READ_EVERY_MS);
  }

  /** Reads a property if the page has set it again. Reports unreadable bets, and keeps the previous ones. */
  #try(name: "bets" | "winners", read: (value: unknown) => void): void {
    if (!this.#unread.has(name)) {
      return;
    }
    try {
      read(this.#values[name]);
    } catch (error) {
      if (!(error instanceof UnreadableBets)) {
        throw error;
      }
      this.#events.fire("error", { code: `bad_${name}`, detail: error.message });
    }
  }
}
