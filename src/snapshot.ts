import type { Game } from "./games/game.ts";
import { wordsOf } from "./i18n/index.ts";
import { phaseStartMs } from "./round/clock.ts";
import { untouched } from "./controls.ts";
import { timesOf } from "./schedule.ts";
import type { TableView } from "./view.ts";
import type { HistoryEntry, RoundState, Schedule } from "./wire.ts";

/** All that a table needs for its first picture, inlined in the embed page. */
export interface Snapshot {
  /** Its `now` is the moment of the snapshot. */
  schedule: Schedule;
  state: RoundState;
  /** Finished rounds, latest first. */
  results: HistoryEntry[];
}

/** What a table shows at the moment of a snapshot. */
export function viewOf(snapshot: Snapshot, game: Game, lang: string): TableView {
  const { schedule, state, results } = snapshot;
  const times = timesOf(schedule, state.round);
  return {
    game,
    state,
    times,
    results,
    elapsedMs: schedule.now - phaseStartMs(state.round, state.phase, times),
    remainMs: state.remainMs,
    timeZone: schedule.timeZone,
    link: "live",
    ageMs: 0,
    controls: untouched,
    hasPicture: true,
    words: wordsOf(lang),
  };
}
