import type { GameSlug } from "../../games/index.ts";
import type { Theme } from "../../look/themes.ts";
import type { ListenerMethod } from "../listener-method.ts";

/** The events of `<game-lobby>` by their names. */
export interface GameLobbyEventMap {
  /** A tile was pressed. Cancel it to open the table yourself. */
  open: CustomEvent<{ game: GameSlug }>;
  /** The viewer has returned from a table. */
  close: CustomEvent<{ game: GameSlug }>;
}

/** The options of `<game-lobby>`; each is also an attribute. */
export interface GameLobbyOptions {
  /** The slugs of the games to show, in order, separated by commas or spaces; all games if omitted. */
  games: string;
  /** The URL of the service, if the script was not loaded from it. Attribute `base-url`. */
  baseUrl: string;
  /** A BCP 47 tag; the browser's languages if omitted. */
  lang: string;
  theme: Theme;
  /** The colour of rings and lines, a CSS colour. */
  accent: string;
  /** Whether the sound of its tables is off. The viewer's choice takes precedence. */
  muted: boolean;
  /** The opposite of `muted`, for frameworks that leave out an attribute whose value is `false`. */
  sound: boolean;
  /** Whether motion is reduced. The system's setting takes precedence. */
  calm: boolean;
}

/** The public interface of `<game-lobby>`. Its attributes may have any value, so `theme` reads as a string. */
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
