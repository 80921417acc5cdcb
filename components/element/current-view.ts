import { findGame } from "../../src/games/index.ts";
import { unlessClosed } from "../../src/hud/table/closed-table.ts";
import type { Controls } from "../../src/hud/table/controls.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import type { Words } from "../../src/i18n/words.ts";
import type { RoundSource } from "../feed/round-source.ts";
import type { ShownTime } from "./shown-time.ts";
import type { TableSource } from "./table-source.ts";

/** What a view is put together from. */
export interface ViewParts {
  source: TableSource;
  /** The clock that the whole table goes by: it is read here, once an update. */
  shownTime: ShownTime;
  controls: Controls;
  /** False if the table cannot be drawn. */
  hasPicture: boolean;
  /** Whether it is drawn without motion. */
  isStill: boolean;
  words: Words;
}

/** What the table of a game is to show now; null if there is no such game. */
export function currentView(slug: string, parts: ViewParts): TableView | null {
  const game = findGame(slug);
  if (game === undefined) {
    return null;
  }
  const { source, shownTime, controls, hasPicture, isStill, words } = parts;
  const {
    state = null,
    times = game,
    results = [],
    connection = "stale",
    ageMs = 0,
    schedule,
  }: Partial<RoundSource> = source.current ?? {};
  return unlessClosed({
    game,
    state,
    times,
    results,
    ...shownTime.read(source.current),
    isSandbox: schedule?.sandbox === true,
    timeZone: schedule?.timeZone ?? "",
    connection,
    ageMs,
    controls,
    replays: source,
    hasPicture,
    isStill,
    words,
  });
}
