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
import type { CamelListeners } from "./jsx.d.ts";

/* The entry `tableside/vue`: the types of <game-table> and <game-lobby> in templates. Import it once, for its types. */

declare module "vue" {
  interface GlobalComponents {
    "game-table": new () => GameTableElement & {
      $props: Pick<GameTableOptions, "game"> &
        Partial<GameTableOptions & GameTableBets> &
        CamelListeners<GameTableEventMap>;
    };
    "game-lobby": new () => GameLobbyElement & {
      $props: Partial<GameLobbyOptions> & CamelListeners<GameLobbyEventMap>;
    };
  }
}
