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

/* The entry `tableside/vue`: the types of <game-table> and <game-lobby> in templates. Import it once, for its types. */

type Listeners = {
  [
    Name in keyof TableEventDetails as Name extends "bet-spot"
      ? "onBetSpot"
      : `on${Capitalize<Name>}`
  ]?: (event: CustomEvent<TableEventDetails[Name]>) => void;
};

declare module "vue" {
  interface GlobalComponents {
    "game-table": new () => GameTableElement & {
      $props: Pick<GameTableOptions, "game"> &
        Partial<GameTableOptions & GameTableBets> &
        Listeners;
    };
    "game-lobby": new () => GameLobbyElement & {
      $props: Partial<GameLobbyOptions> & {
        [Name in keyof GameLobbyEventMap as `on${Capitalize<Name>}`]?: (
          event: GameLobbyEventMap[Name],
        ) => void;
      };
    };
  }
}
