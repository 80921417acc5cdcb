import type { HTMLAttributes } from "svelte/elements";
import type {
  GameLobbyElement,
  GameLobbyEventMap,
  GameLobbyOptions,
} from "../../src/hud/lobby/element.ts";
import type {
  GameTableBets,
  GameTableElement,
  GameTableEventMap,
  GameTableOptions,
} from "../../src/hud/table/element.ts";
import type { Listeners } from "./jsx.d.ts";

/*
 * The entry `tableside/svelte`: the types of <game-table> and <game-lobby> in templates. Import it once, for its types.
 */

type TableOwn = Pick<GameTableOptions, "game"> & { "base-url"?: string } & Partial<
    GameTableOptions & GameTableBets
  > &
  Listeners<GameTableEventMap>;
type LobbyOwn = { "base-url"?: string } & Partial<GameLobbyOptions> & Listeners<GameLobbyEventMap>;

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "game-table": TableOwn & Omit<HTMLAttributes<GameTableElement>, keyof TableOwn>;
    "game-lobby": LobbyOwn & Omit<HTMLAttributes<GameLobbyElement>, keyof LobbyOwn>;
  }
}
