import type { HTMLAttributes } from "svelte/elements";
import type { GameTableElement, GameTableOptions } from "../../src/table/element.ts";
import type { TableEventDetails } from "../../src/table/events.ts";

/* The entry `tableside/svelte`: the types of <game-table> in templates. Import it once, for its types. */

type Listeners = {
  [Name in keyof TableEventDetails as `on${Name}`]?: (
    event: CustomEvent<TableEventDetails[Name]>,
  ) => void;
};
type Own = Pick<GameTableOptions, "game"> & { "base-url"?: string } & Partial<GameTableOptions> &
  Listeners;

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "game-table": Own & Omit<HTMLAttributes<GameTableElement>, keyof Own>;
  }
}
