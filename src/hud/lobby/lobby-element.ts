import type { GameSlug } from "../../games/index.ts";
import type { Theme } from "../../look/theme-names.ts";
import type { ListenerMethod } from "../listener-method.ts";
import type { GameTableOptions } from "../table/table-element.ts";

/** The events of `<game-lobby>` by their names. */
export interface GameLobbyEventMap {
  /** A tile was pressed. Cancel the event to open the table yourself. */
  open: CustomEvent<{ game: GameSlug }>;
  /** The viewer has returned from a table. */
  close: CustomEvent<{ game: GameSlug }>;
}

/** The options of `<game-lobby>`; each is also an attribute. */
export interface GameLobbyOptions extends Pick<
  GameTableOptions,
  "baseUrl" | "lang" | "theme" | "accent" | "sound"
> {
  /** The slugs to show, in order, separated by commas or spaces; all games if omitted. */
  games: string;
  /** Whether its tables' sound is off. The viewer's choice takes precedence. */
  muted: boolean;
  /** Whether motion is reduced. The system setting takes precedence. */
  calm: boolean;
}

/** The public interface of `<game-lobby>`. Its attributes can have any value, so `theme` reads as a string. */
export interface GameLobbyElement extends HTMLElement, Omit<GameLobbyOptions, "theme"> {
  get theme(): string;
  set theme(theme: Theme);
  /** Opens a table in place of the lobby. Ignores an unknown game. */
  open(game: GameSlug): void;
  /** Returns from a table to the lobby. */
  close(): void;
  addEventListener: ListenerMethod<GameLobbyElement, GameLobbyEventMap, AddEventListenerOptions>;
  removeEventListener: ListenerMethod<GameLobbyElement, GameLobbyEventMap, EventListenerOptions>;
}

declare global {
  interface HTMLElementTagNameMap {
    "game-lobby": GameLobbyElement;
  }
}
