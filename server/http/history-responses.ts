import type { Game } from "../../src/games/contract.ts";
import { BOARD_ROUNDS } from "../../src/hud/roads/current-board.ts";
import type { HistoryEntry } from "../../src/wire/responses.ts";
import { DEFAULT_RESULTS } from "../../src/wire/results-limit.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { WithPastBeacons } from "../oracle/past-beacons.ts";
import { countRounds } from "../oracle/past-rounds.ts";
import type { HistoryPage } from "../oracle/past-rounds.ts";
import type { NextTurn } from "../runtime/loop-turns.ts";
import { encodedOnce } from "./compress.ts";
import { etagOf } from "./etag.ts";

type HistoryResponse = ReturnType<typeof createResponse>;

/** The default limit, and that of a board. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([DEFAULT_RESULTS, BOARD_ROUNDS]);

/** Maximum number of a game's cached responses with other limits; clients could request `MAX_RESULTS` of them. */
const MAX_OTHER_LIMITS = 8;

/** Rounds dealt without a pause: half a millisecond, the longest that another request waits for them. */
const ROUNDS_PER_TURN = 20;

/** The responses of a game until another round is decided. */
interface Responses {
  readonly round: number;
  readonly revision: number;
  readonly latest: Map<number, Promise<HistoryResponse>>;
  /** Other pages, while they are being created. */
  readonly pending: Map<string, Promise<HistoryResponse>>;
}

/**
 * Responds to requests for history. The responses with the latest rounds are created once per round, and again when a
 * beacon arrives that may have decided one of them. Simultaneous requests for any other page share one response. Rounds
 * are dealt a few in each turn of the event loop, however many clients request them.
 */
export function historyResponses(
  oracle: Oracle,
  withPastBeacons: WithPastBeacons,
  nextTurn: NextTurn,
) {
  const perGame = new Map<string, Responses>();

  function currentResponses(game: Game, nowMs: number): Responses {
    const round = oracle.lastFinished(game, nowMs);
    const { revision } = oracle;
    let responses = perGame.get(game.slug);
    if (responses?.round !== round || responses.revision !== revision) {
      responses = { round, revision, latest: new Map(), pending: new Map() };
      perGame.set(game.slug, responses);
    }
    return responses;
  }

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

  /** Shares one response among requests, and forgets a response that fails. */
  function shared<K>(
    responses: Map<K, Promise<HistoryResponse>>,
    key: K,
    make: () => Promise<HistoryResponse>,
  ): Promise<HistoryResponse> {
    let response = responses.get(key);
    if (response === undefined) {
      response = make();
      responses.set(key, response);
      response.catch(() => responses.delete(key));
    }
    return response;
  }

  /** Throws the refusals of `withPastBeacons`, and of `spend` for a page that exceeds the budget. */
  return async (
    game: Game,
    nowMs: number,
    page: HistoryPage,
    spend: (rounds: number) => void,
  ): Promise<HistoryResponse> => {
    const { limit, before, after, round } = page;
    const isLatest = before === undefined && after === undefined && round === undefined;
    const { latest, pending } = currentResponses(game, nowMs);
    const isCached = latest.has(limit) || USUAL_LIMITS.has(limit) || latest.size < MAX_OTHER_LIMITS;
    if (isLatest && isCached) {
      // These responses are not charged to the client, because only a few are created per round.
      return shared(latest, limit, async () =>
        createResponse(await entriesOf(game, nowMs, page), "often"),
      );
    }
    spend(countRounds(page, oracle.lastFinished(game, nowMs)));
    const key = JSON.stringify([limit, before ?? null, after ?? null, round ?? null]);
    return shared(pending, key, async () => {
      try {
        return createResponse(await entriesOf(game, nowMs, page), "once");
      } finally {
        pending.delete(key);
      }
    });
  };
}

function createResponse(entries: readonly HistoryEntry[], use: "once" | "often") {
  const text = JSON.stringify(entries);
  return { text, etag: etagOf(text), encode: encodedOnce(text, use) };
}
