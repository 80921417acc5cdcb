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

/* The `tableside/vue` entry point: the types of <game-table> and <game-lobby> in templates. Import it once. */

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
