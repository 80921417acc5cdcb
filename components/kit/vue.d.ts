import type { GameTableElement, GameTableOptions } from "../../src/table/element.ts";
import type { TableEventDetails } from "../../src/table/events.ts";

/* The entry `tableside/vue`: the types of <game-table> in templates. Import it once, for its types. */

type Listeners = {
  [Name in keyof TableEventDetails as `on${Capitalize<Name>}`]?: (
    event: CustomEvent<TableEventDetails[Name]>,
  ) => void;
};

declare module "vue" {
  interface GlobalComponents {
    "game-table": new () => GameTableElement & {
      $props: Pick<GameTableOptions, "game"> & Partial<GameTableOptions> & Listeners;
    };
  }
}
