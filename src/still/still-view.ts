import { gameWords } from "../i18n/game-words.ts";
import type { Theme } from "../look/themes.ts";
import { emptyState } from "../table/closed-table.ts";
import { recentFormOf } from "../table/recent-form.ts";
import { roomOf } from "../table/room.ts";
import type { TableView } from "../table/view.ts";
import { isDealt } from "./shown.ts";
import type { StillView } from "./still.ts";

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
