import type { Game } from "../../games/contract.ts";
import { wordsOf } from "../../i18n/index.ts";
import { phaseStartMs } from "../../round/phases.ts";
import type { HistoryEntry, RoundState, Schedule } from "../../wire/responses.ts";
import { freezeIfClosed } from "./closed-table.ts";
import { initialControls } from "./controls.ts";
import { timesForRound } from "./schedule.ts";
import type { TableView } from "./view.ts";

/** The data for the first paint of a table, inlined in the embed page. */
export interface Snapshot {
  /** The schedule, whose `now` is the time of the snapshot. */
  schedule: Schedule;
  /** Null while no round is open. */
  state: RoundState | null;
  /** Why no round is open; null while one is. */
  closed: "maintenance" | "suspended" | null;
  /** Finished rounds, latest first. */
  results: HistoryEntry[];
}

export function viewOf(snapshot: Snapshot, game: Game, lang: string): TableView {
  const { schedule, state, closed, results } = snapshot;
  const times = state === null ? schedule : timesForRound(schedule, state.round);
  return freezeIfClosed({
    game,
    state,
    times,
    results,
    elapsedMs: state === null ? 0 : schedule.now - phaseStartMs(state.round, state.phase, times),
    remainMs: state?.remainMs ?? 0,
    isSandbox: schedule.sandbox === true,
    timeZone: schedule.timeZone,
    connection: closed ?? "live",
    ageMs: 0,
    // Assumes that full screen is available, as in most browsers, so that the toolbar does not move when the element
    // takes over.
    controls: { ...initialControls, fullScreen: "off" },
    hasPicture: true,
    words: wordsOf(lang),
  });
}
