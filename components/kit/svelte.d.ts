import type { HTMLAttributes } from "svelte/elements";
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
import type { Listeners } from "./jsx.d.ts";

/*
 * The `tableside/svelte` entry point: the types of <game-table> and <game-lobby> in templates. Import it once, for its
 * types.
 */

type TableProps = Pick<GameTableOptions, "game"> & { "base-url"?: string } & Partial<
    GameTableOptions & GameTableBets
  > &
  Listeners<GameTableEventMap>;
type LobbyProps = { "base-url"?: string } & Partial<GameLobbyOptions> &
  Listeners<GameLobbyEventMap>;

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "game-table": TableProps & Omit<HTMLAttributes<GameTableElement>, keyof TableProps>;
    "game-lobby": LobbyProps & Omit<HTMLAttributes<GameLobbyElement>, keyof LobbyProps>;
  }
}
