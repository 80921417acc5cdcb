import type { LobbyWords } from "../i18n/words.ts";
import type { TableView } from "../table/view.ts";

/** Everything that a lobby shows at one moment. */
export interface LobbyView {
  /** In the order in which they are shown. */
  readonly tables: readonly TableView[];
  readonly words: LobbyWords;
}
