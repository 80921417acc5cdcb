// @ts-ignore -- A page without React has the element's types too: it knows no JSX.
import type { DetailedHTMLProps, HTMLAttributes, Ref } from "react";
import type {
  GameLobbyElement,
  GameLobbyEventMap,
  GameLobbyOptions,
} from "../../src/hud/lobby/element.ts";
import type {
  GameTableBets,
  GameTableElement,
  GameTableOptions,
} from "../../src/hud/table/element.ts";
import type { TableEventDetails } from "../../src/hud/table/events.ts";

/* The types of both elements in JSX, with each entry that registers one. */

/** Of `<game-table>`: a listener for each of its events. */
export type TableListeners = {
  [Name in keyof TableEventDetails as `on${Name}`]?: (
    event: CustomEvent<TableEventDetails[Name]>,
  ) => void;
};
/** The same of `<game-lobby>`. */
export type LobbyListeners = {
  [Name in keyof GameLobbyEventMap as `on${Name}`]?: (event: GameLobbyEventMap[Name]) => void;
};

/** The options of `<game-table>` in JSX. React 19 adds a listener for every `on…`. */
export interface GameTableAttributes
  extends
    Pick<GameTableOptions, "game">,
    Partial<Pick<GameTableOptions, "lang" | "theme" | "accent" | "sound" | "calm" | "round">>,
    Partial<GameTableBets>,
    TableListeners {
  "base-url"?: string;
  "bet-spots"?: boolean;
  class?: string;
  ref?: Ref<GameTableElement>;
}

type Own = keyof GameTableAttributes;

/** What `<game-table>` takes in JSX, with what every element takes. */
export type GameTableJsx = GameTableAttributes &
  Omit<DetailedHTMLProps<HTMLAttributes<GameTableElement>, GameTableElement>, Own>;

/** The options of `<game-lobby>` in JSX. React 19 adds a listener for every `on…`. */
export interface GameLobbyAttributes
  extends Partial<Omit<GameLobbyOptions, "baseUrl" | "muted">>, LobbyListeners {
  "base-url"?: string;
  class?: string;
  ref?: Ref<GameLobbyElement>;
}

/** What `<game-lobby>` takes in JSX, with what every element takes. `tableside/lobby` registers it. */
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
