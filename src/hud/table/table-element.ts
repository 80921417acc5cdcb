import type { GameSlug } from "../../games/index.ts";
import type { Theme } from "../../look/theme-names.ts";
import type { Phase } from "../../round/phases.ts";
import type { Connection } from "../../wire/connection.ts";
import type { BetSpot, TableBets, TableWinners } from "../../wire/spot-bets.ts";
import type { ListenerMethod } from "../listener-method.ts";
import type { TableEventDetails } from "./events.ts";

/** The events of `<game-table>` by their names. */
export type GameTableEventMap = {
  [Name in keyof TableEventDetails]: CustomEvent<TableEventDetails[Name]>;
};

/** The options of `<game-table>`; each is also an attribute. */
export interface GameTableOptions {
  /** The game's slug. */
  game: GameSlug;
  /** The service URL, if the script was not loaded from it. Attribute `base-url`. */
  baseUrl: string;
  /** A BCP 47 tag; the browser's languages if omitted. */
  lang: string;
  theme: Theme;
  /** The colour of rings and lines, a CSS colour. */
  accent: string;
  /** Whether sound is off. The viewer's choice takes precedence. */
  muted: boolean;
  /** The opposite of `muted`, for frameworks that leave out an attribute whose value is `false`. */
  sound: boolean;
  /** Whether motion is reduced. The viewer's choice and the system setting take precedence. */
  calm: boolean;
  /** The finished round to replay; null for the live game. */
  round: number | string | null;
  /** Whether spots can be pressed before any bets are set. Attribute `bet-spots`. */
  betSpots: boolean;
}

/** The properties of `<game-table>` that have no attributes. */
export interface GameTableBets {
  /** The round's bets; null for none. */
  bets: TableBets | null;
  /** The round's winning spots; null until they are known. */
  winners: TableWinners | null;
}

/** The read-only properties of `<game-table>`. */
export interface GameTableState {
  /** The round number; null until the table has a state. */
  readonly round: number | null;
  /** The round's phase; null until the table has a state. */
  readonly phase: Phase | null;
  /** Time left to bet on the service's clock, in ms; 0 outside betting. */
  readonly remainMs: number;
  /** The table is up to date while this is `live`. */
  readonly connection: Connection;
  /** The betting spots; empty until `bets` or `betSpots` is set. */
  readonly spots: readonly BetSpot[];
}

/** The public interface of `<game-table>`. Its attributes can have any value, so `game` and `theme` read as strings. */
export interface GameTableElement
  extends
    HTMLElement,
    Omit<GameTableOptions, "game" | "theme" | "round">,
    GameTableBets,
    Omit<GameTableState, "round"> {
  get game(): string;
  set game(slug: GameSlug);
  /**
   * The round number; null until the table has a state. Set it to a finished round's number to replay that round, and
   * to null to return to the live game. Attribute `round`.
   */
  get round(): number | null;
  set round(round: number | string | null);
  get theme(): string;
  set theme(theme: Theme);
  addEventListener: ListenerMethod<GameTableElement, GameTableEventMap, AddEventListenerOptions>;
  removeEventListener: ListenerMethod<GameTableElement, GameTableEventMap, EventListenerOptions>;
}

declare global {
  /** The events that bubble, so that a page can listen on the document. */
  interface GlobalEventHandlersEventMap extends Pick<GameTableEventMap, "phase" | "result"> {}
  interface HTMLElementTagNameMap {
    "game-table": GameTableElement;
  }
}
