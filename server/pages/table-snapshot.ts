import type { Game } from "../../src/games/contract.ts";
import { BOARD_ROUNDS } from "../../src/hud/roads/current-board.ts";
import type { Snapshot } from "../../src/hud/table/snapshot.ts";
import type { Deps } from "../deps.ts";
import { visibleState } from "../oracle/closed-reason.ts";

/**
 * Takes a snapshot of a table. If the table is closed, the snapshot has its history, but no state.
 *
 * @param limit the number of finished rounds in its history.
 */
export async function takeSnapshot(
  deps: Deps,
  game: Game,
  limit = BOARD_ROUNDS,
): Promise<Snapshot> {
  const { oracle, withPastBeacons, clock } = deps;
  const board = { last: oracle.lastFinished(game, clock.time().earliestMs), limit };

  function take(): Snapshot {
    // Loading beacons can take a while, so the time is read again.
    const now = clock.time();
    const { state, closed } = visibleState(deps, game, now);
    return {
      schedule: oracle.schedule(game, now.earliestMs),
      state,
      closed,
      results: oracle.results(game, now.earliestMs, { limit }),
    };
  }

  return withPastBeacons(game, board, take);
}
