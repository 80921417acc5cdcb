import { gameWords } from "../../i18n/game-words.ts";
import type { Theme } from "../../look/themes.ts";
import { isDealt } from "../../still/shown.ts";
import type { StillView } from "../../still/still.ts";
import { emptyState } from "./closed-table.ts";
import { recentFormOf } from "./recent-form.ts";
import { roomOf } from "./room.ts";
import type { TableView } from "./view.ts";

/** What a still shows of a table: an empty one where nothing was ever dealt. */
export function stillView(view: TableView, theme: Theme): StillView {
  const { game, words, times, elapsedMs } = view;
  const state = view.state ?? emptyState(game);
  return {
    theme,
    state,
    board: game.board,
    words: gameWords(words, game.slug),
    elapsedMs,
    isDealt: isDealt(state.phase, elapsedMs, times),
    form: recentFormOf(view),
    room: roomOf(state, times),
  };
}
