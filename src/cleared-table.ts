import type { Game } from "./games/game.ts";
import { phaseLengthMs } from "./round/clock.ts";
import type { TableView } from "./view.ts";
import type { HistoryEntry, RoundState } from "./wire.ts";

/**
 * A table as it is seen while no round is open: as the last one that was told left it, waiting for the
 * next. Any other table stays as it is.
 */
export function unlessSuspended(view: TableView): TableView {
  const { game, times, results, link } = view;
  return link === "suspended"
    ? {
        ...view,
        state: clearedState(game, results),
        elapsedMs: phaseLengthMs("waiting", times),
        remainMs: 0,
      }
    : view;
}

/** The state of the last round at its very end; null where there was none. */
function clearedState(game: Game, [last]: readonly HistoryEntry[]): RoundState | null {
  if (last === undefined) {
    return null;
  }
  const { round, daily_round, date } = last;
  const common = { round, daily_round, date, phase: "waiting" as const, remainMs: 0 };
  return Object.assign(common, game.publicFields(last, "waiting"));
}
