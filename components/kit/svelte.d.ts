import type { HTMLAttributes } from "svelte/elements";
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

/* The entry `tableside/svelte`: the types of <game-table> and <game-lobby> in templates. Import it once, for its types. */

type Listeners = {
  [Name in keyof TableEventDetails as `on${Name}`]?: (
    event: CustomEvent<TableEventDetails[Name]>,
  ) => void;
};
type Own = Pick<GameTableOptions, "game"> & { "base-url"?: string } & Partial<
    GameTableOptions & GameTableBets
  > &
  Listeners;
type LobbysOwn = { "base-url"?: string } & Partial<GameLobbyOptions> & {
    [Name in keyof GameLobbyEventMap as `on${Name}`]?: (event: GameLobbyEventMap[Name]) => void;
  };

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "game-table": Own & Omit<HTMLAttributes<GameTableElement>, keyof Own>;
    "game-lobby": LobbysOwn & Omit<HTMLAttributes<GameLobbyElement>, keyof LobbysOwn>;
  }
}
