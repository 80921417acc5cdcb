// @ts-ignore -- Pages without React also use these types, and cannot resolve this import.
import type { DetailedHTMLProps, HTMLAttributes, Ref } from "react";
import type {
  GameLobbyElement,
  GameLobbyEventMap,
  GameLobbyOptions,
} from "../../src/hud/lobby/lobby-element.ts";
import type {
  GameTableBets,
  GameTableElement,
  GameTableEventMap,
  GameTableOptions,
} from "../../src/hud/table/table-element.ts";

/* JSX types of both elements. Each package entry point that registers an element includes them. */

/** A listener for each event of an element, named as in JSX and Svelte: `onbet-spot`. */
export type Listeners<Events> = {
  [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void;
};
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Name>;
/** A listener for each event of an element, named as in Vue: `onBetSpot`. */
export type CamelListeners<Events> = {
  [Name in keyof Events & string as `on${Camel<Name>}`]?: (event: Events[Name]) => void;
};

/** The options of `<game-table>` in JSX. React 19 adds a listener for every `on…`. */
export interface GameTableAttributes
  extends
    Pick<GameTableOptions, "game">,
    Partial<Omit<GameTableOptions, "game" | "baseUrl" | "muted" | "betSpots">>,
    Partial<GameTableBets>,
    Listeners<GameTableEventMap> {
  "base-url"?: string;
  "bet-spots"?: boolean;
  class?: string;
  ref?: Ref<GameTableElement>;
}

type Own = keyof GameTableAttributes;

/** All JSX attributes of `<game-table>`, including the global attributes. */
export type GameTableJsx = GameTableAttributes &
  Omit<DetailedHTMLProps<HTMLAttributes<GameTableElement>, GameTableElement>, Own>;

/** The options of `<game-lobby>` in JSX. React 19 adds a listener for every `on…`. */
export interface GameLobbyAttributes
  extends Partial<Omit<GameLobbyOptions, "baseUrl" | "muted">>, Listeners<GameLobbyEventMap> {
  "base-url"?: string;
  class?: string;
  ref?: Ref<GameLobbyElement>;
}

/** All JSX attributes of `<game-lobby>`, including the global attributes. `tableside/lobby` registers the element. */
export type GameLobbyJsx = GameLobbyAttributes &
  Omit<
    DetailedHTMLProps<HTMLAttributes<GameLobbyElement>, GameLobbyElement>,
    keyof GameLobbyAttributes
  >;

// @ts-ignore -- As above.
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "game-table": GameTableJsx;
      "game-lobby": GameLobbyJsx;
    }
  }
}
