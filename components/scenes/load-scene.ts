import { emptyState } from "../../src/hud/table/closed-table.ts";
import { recentForm } from "../../src/hud/table/recent-form.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { gameWords } from "../../src/i18n/game-words.ts";
import { phaseLengthMs } from "../../src/round/phases.ts";
import { isClosed } from "../../src/wire/connection.ts";
import type { Play, Scene } from "../stage/scene.ts";

/** The scenes by file, each in its own chunk. */
const scenes = import.meta.glob<{ scene: Scene<unknown, unknown> }>("./*/scene.ts");

/** Loads a game's scene. Rejects if there is none, or if loading fails. */
export async function loadScene(slug: string): Promise<Scene<unknown, unknown>> {
  const load = scenes[`./${slug}/scene.ts`];
  if (load === undefined) {
    throw new Error(`There is no scene for ${slug}.`);
  }
  return (await load()).scene;
}

/** Converts a view for the stage; null while there is no state. */
export function toPlay(view: TableView): Play | null {
  const { game, times, words, connection } = view;
  const state = view.state ?? (isClosed(connection) ? emptyState(game) : null);
  if (state === null) {
    return null;
  }
  const { slug, sides } = game;
  return {
    state,
    sides,
    words: gameWords(words, slug),
    closesAtMs: times.closesMs,
    betMs: phaseLengthMs("betting", times),
    revealMs: phaseLengthMs("revealing", times),
    resultMs: phaseLengthMs("result", times),
    form: recentForm(view),
  };
}
