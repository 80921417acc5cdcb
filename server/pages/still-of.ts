import type { Game } from "../../src/games/contract.ts";
import { gameWords } from "../../src/i18n/game-words.ts";
import type { Theme } from "../../src/look/themes.ts";
import { isDealt } from "../../src/still/shown.ts";
import type { Still, StillView } from "../../src/still/still.ts";
import { emptyState } from "../../src/table/closed-table.ts";
import { recentFormOf } from "../../src/table/recent-form.ts";
import { roomOf } from "../../src/table/room.ts";
import type { TableView } from "../../src/table/view.ts";

const stills = new Map<string, Promise<Still | null>>();

/** The still of a game, loaded with its first page; null for a game without one: its page waits for the canvas. */
export function stillOf({ slug }: Game): Promise<Still | null> {
  const known = stills.get(slug) ?? load(slug);
  stills.set(slug, known);
  return known;
}

async function load(slug: string): Promise<Still | null> {
  try {
    const module = (await import(`../../src/games/${slug}/still.ts`)) as { still: Still };
    return module.still;
  } catch {
    return null;
  }
}

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
