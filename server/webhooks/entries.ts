import type { Game } from "../../src/games/contract.ts";
import type { HistoryEntry } from "../../src/wire.ts";
import type { WithPastBeacons } from "../fairness/past-beacons.ts";
import type { Oracle } from "../rounds/oracle.ts";

/** The entry of a round in `results`; undefined before its result is confirmed. */
export type EntryOf = (
  game: Game,
  round: number,
  nowMs: number,
) => Promise<HistoryEntry | undefined>;

/** Entries as `results` gives them, and never earlier. */
export function entriesOf(
  oracle: Pick<Oracle, "lastFinished" | "results">,
  withPastBeacons: WithPastBeacons,
): EntryOf {
  return async (game, round, nowMs) => {
    const page = { limit: 1, round };
    const last = oracle.lastFinished(game, nowMs);
    const [entry] = await withPastBeacons(game, { ...page, last }, () =>
      oracle.results(game, nowMs, page),
    );
    return entry;
  };
}
