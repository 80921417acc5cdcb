import type { Game } from "../../src/games/contract.ts";
import { BOARD_ROUNDS } from "../../src/hud/roads/current-board.ts";
import type { HistoryEntry } from "../../src/wire/responses.ts";
import { DEFAULT_RESULTS } from "../../src/wire/results-limit.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { WithPastBeacons } from "../oracle/past-beacons.ts";
import { countRounds } from "../oracle/past-rounds.ts";
import type { HistoryPage } from "../oracle/past-rounds.ts";
import type { NextTurn } from "../runtime/loop-turns.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { prepare } from "./compress.ts";
import type { Prepared } from "./compress.ts";

/** The default page and a board's page, which most clients request. */
const USUAL_PAGES: ReadonlySet<string> = new Set(
  [DEFAULT_RESULTS, BOARD_ROUNDS].map((limit) => JSON.stringify({ limit })),
);

/** Maximum number of cached responses, at most 200 KB each. */
const MAX_RESPONSES = 24;

/** Rounds dealt without a pause. Another request waits at most half a millisecond for them. */
const ROUNDS_PER_TURN = 20;

/**
 * Responds to history requests. Each response is cached until another round finishes, or a beacon arrives that might
 * complete one. Each turn of the event loop deals a few rounds, however many clients request them.
 */
export function historyResponses(
  oracle: Oracle,
  withPastBeacons: WithPastBeacons,
  nextTurn: NextTurn,
) {
  const usual = new LruMap<string, Promise<Prepared>>(MAX_RESPONSES);
  // Separate, so that requests for other pages cannot evict the usual ones.
  const others = new LruMap<string, Promise<Prepared>>(MAX_RESPONSES);

  async function entriesOf(game: Game, nowMs: number, page: HistoryPage): Promise<HistoryEntry[]> {
    const last = oracle.lastFinished(game, nowMs);
    const entries: HistoryEntry[] = [];
    let rest = page;
    while (rest.limit > 0) {
      const part = { ...rest, limit: Math.min(rest.limit, ROUNDS_PER_TURN) };
      await nextTurn();
      const found = await withPastBeacons(game, { ...part, last }, () =>
        oracle.results(game, nowMs, part),
      );
      entries.push(...found);
      const reached = found.at(-1)?.round;
      if (reached === undefined || found.length < part.limit) {
        break;
      }
      const limit = rest.limit - found.length;
      rest = page.after === undefined ? { limit, before: reached } : { limit, after: reached };
    }
    return entries;
  }

  /** Throws the refusals of `withPastBeacons`, and of `spend` for a page that exceeds the budget. */
  return async (
    game: Game,
    nowMs: number,
    page: HistoryPage,
    spend: (rounds: number) => void,
  ): Promise<Prepared> => {
    const last = oracle.lastFinished(game, nowMs);
    const pageText = JSON.stringify(page);
    const isUsual = USUAL_PAGES.has(pageText);
    const responses = isUsual ? usual : others;
    const name = `${game.slug} ${last} ${oracle.revision} ${pageText}`;
    if (!isUsual && !responses.has(name)) {
      spend(countRounds(page, last));
    }
    const response = responses.getOrMake(name, async () =>
      prepare(JSON.stringify(await entriesOf(game, nowMs, page)), isUsual ? "often" : "once"),
    );
    response.catch(() => responses.delete(name));
    return response;
  };
}
