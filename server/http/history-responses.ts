import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { BOARD_ROUNDS } from "../../src/hud/roads/current-board.ts";
import { DEFAULT_RESULTS } from "../../src/wire/results-limit.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { WithPastBeacons } from "../oracle/past-beacons.ts";
import type { HistoryPage } from "../oracle/past-rounds.ts";
import type { NextTurn } from "../runtime/loop-turns.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { encodedOnce } from "./compress.ts";
import type { Cost } from "./compute-budget.ts";
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
 * that are not cached are dealt a few in each turn of the event loop, however many clients request them.
 */
export function historyResponses(
  oracle: Oracle,
  withPastBeacons: WithPastBeacons,
  nextTurn: NextTurn,
) {
  const perGame = new Map<string, Responses>();
  const texts = createRoundTexts(oracle);

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

  async function roundsOf(game: Game, nowMs: number, page: HistoryPage): Promise<RoundText[]> {
    const last = oracle.lastFinished(game, nowMs);
    const rounds: RoundText[] = [];
    let rest = page;
    while (rest.limit > 0) {
      const part = { ...rest, limit: Math.min(rest.limit, ROUNDS_PER_TURN) };
      const read = () => texts.page(game, nowMs, part);
      let found: RoundText[];
      if (texts.countUncached(game, nowMs, part) === 0) {
        // Cached rounds need neither beacons nor the store.
        found = read();
      } else {
        await nextTurn();
        found = await withPastBeacons(game, { ...part, last }, read);
      }
      rounds.push(...found);
      const reached = found.at(-1)?.round;
      if (reached === undefined || found.length < part.limit) {
        break;
      }
      const limit = rest.limit - found.length;
      rest = page.after === undefined ? { limit, before: reached } : { limit, after: reached };
    }
    return rounds;
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
    spend: (cost: Cost) => void,
  ): Promise<HistoryResponse> => {
    const { limit, before, after, round } = page;
    const isLatest = before === undefined && after === undefined && round === undefined;
    const { latest, pending } = currentResponses(game, nowMs);
    const isCached = latest.has(limit) || USUAL_LIMITS.has(limit) || latest.size < MAX_OTHER_LIMITS;
    if (isLatest && isCached) {
      // These responses are not charged to the client, because only a few are created per round.
      return shared(latest, limit, async () =>
        createResponse(await roundsOf(game, nowMs, page), "often"),
      );
    }
    spend({ dealt: texts.countUncached(game, nowMs, page), sent: limit });
    const key = JSON.stringify([limit, before ?? null, after ?? null, round ?? null]);
    return shared(pending, key, async () => {
      try {
        return createResponse(await roundsOf(game, nowMs, page), "once");
      } finally {
        pending.delete(key);
      }
    });
  };
}

function createResponse(rounds: readonly RoundText[], use: "once" | "often") {
  const text = `[${rounds.map(({ json }) => json).join(",")}]`;
  return { text, etag: etagOf(text), encode: encodedOnce(text, use) };
}

interface RoundText {
  readonly round: number;
  readonly json: string;
}

/** Cached round strings of a game: a week of a half-minute game, about 350 bytes each. */
const TEXTS_PER_GAME = 20_000;

/** Caches finished rounds as JSON. A decided round never changes, so each is dealt once. */
function createRoundTexts(oracle: Oracle) {
  const caches = new Map(
    games.map(({ slug }) => [slug, new LruMap<number, string>(TEXTS_PER_GAME)]),
  );

  /** A round as JSON; undefined while it is not decided. */
  function textOf(game: Game, nowMs: number, round: number): string | undefined {
    const cached = caches.get(game.slug)?.get(round);
    const [entry] = cached === undefined ? oracle.rounds(game, nowMs, round, 1) : [];
    if (entry === undefined) {
      return cached;
    }
    const json = JSON.stringify(entry);
    caches.get(game.slug)?.set(round, json);
    return json;
  }

  return {
    /** The rounds of a page as JSON. The beacons that decide the rounds must be in memory. */
    page(game: Game, nowMs: number, page: HistoryPage): RoundText[] {
      const texts: RoundText[] = [];
      for (const round of oracle.finishedRounds(game, nowMs, page)) {
        const json = textOf(game, nowMs, round);
        if (json !== undefined) {
          texts.push({ round, json });
        }
        if (texts.length === page.limit) {
          break;
        }
      }
      return texts;
    },
    countUncached(game: Game, nowMs: number, page: HistoryPage): number {
      let [walked, uncached] = [0, 0];
      for (const round of oracle.finishedRounds(game, nowMs, page)) {
        walked += 1;
        uncached += caches.get(game.slug)?.has(round) === true ? 0 : 1;
        if (walked === page.limit) {
          break;
        }
      }
      return uncached;
    },
  };
}
