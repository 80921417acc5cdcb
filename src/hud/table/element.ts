import type { GameSlug } from "../../games/index.ts";
import type { Theme } from "../../look/themes.ts";
import type { Phase } from "../../round/phases.ts";
import type { BetSpot, TableBets, TableWinners } from "../../wire/bets.ts";
import type { Connection } from "../../wire/connection.ts";
import type { TableEventDetails } from "./events.ts";

/** The events of `<game-table>` by their names. */
export type GameTableEventMap = {
  [Name in keyof TableEventDetails]: CustomEvent<TableEventDetails[Name]>;
};

/** What a page sets on `<game-table>`; each is an attribute as well. */
export interface GameTableOptions {
  /** The game's slug. */
  game: GameSlug;
  /** The URL of the service, if the script was not loaded from it. Attribute `base-url`. */
  baseUrl: string;
  /** A BCP 47 tag. Left out, the browser's languages count. */
  lang: string;
  theme: Theme;
  /** The colour of rings and lines, a CSS colour. */
  accent: string;
  /** Whether sound is off. The viewer's choice wins. */
  muted: boolean;
  /** The opposite of `muted`, for frameworks that leave out an attribute whose value is `false`. */
  sound: boolean;
  /** Less motion. The viewer's choice, and the system's setting, win. */
  calm: boolean;
  /** The finished round to play again; null for the live game. */
  round: number | string | null;
  /** Whether spots can be pressed before any bets are set. Attribute `bet-spots`. */
  betSpots: boolean;
}

/** What a page sets on `<game-table>` from its script: no attribute holds these. */
export interface GameTableBets {
  /** The bets of the round; null for none. */
  bets: TableBets | null;
  /** The spots that have won in the round; null before that is known. */
  winners: TableWinners | null;
}

/** What a page reads from `<game-table>`. */
export interface GameTableState {
  /** The number of the round; null until the table has a state. */
  readonly round: number | null;
  /** The phase of the round; null until the table has a state. */
  readonly phase: Phase | null;
  /** Time left to bet by the service's clock, in ms; 0 outside betting. */
  readonly remainMs: number;
  /** What the table shows is up to date while this is `live`. */
  readonly connection: Connection;
  /** The places of bets on the table; empty before the page has set bets or asks for presses. */
  readonly spots: readonly BetSpot[];
}

/** A `<game-table>` as a page sees it. An attribute may hold anything, so that reading gives a text. */
export interface GameTableElement
  extends
    HTMLElement,
    Omit<GameTableOptions, "game" | "theme" | "round">,
    GameTableBets,
    Omit<GameTableState, "round"> {
  get game(): string;
  set game(slug: GameSlug);
  /**
   * The number of the round; null until the table has a state. Set to that of a finished round, the table
   * plays it again instead of the live game; null returns to that. Attribute `round`.
   */
  get round(): number | null;
  set round(round: number | string | null);
  get theme(): string;
  set theme(theme: Theme);
  addEventListener<Name extends keyof GameTableEventMap>(
    type: Name,
    listener: (this: GameTableElement, event: GameTableEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof GameTableEventMap>(
    type: Name,
    listener: (this: GameTableElement, event: GameTableEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  /** Those that bubble: a page can listen once, on the document. */
  interface GlobalEventHandlersEventMap extends Pick<GameTableEventMap, "phase" | "result"> {}
  interface HTMLElementTagNameMap {
    "game-table": GameTableElement;
  }
}
