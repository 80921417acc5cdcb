import type { Game } from "../src/games/game.ts";
import { BOARD_ROUNDS } from "../src/roads/board.ts";
import { encodedAside } from "./compress.ts";
import type { Encoded, Encoding } from "./compress.ts";
import { etagOf } from "./etag.ts";
import type { Recall } from "./fairness/recall.ts";
import type { Oracle } from "./oracle.ts";
import type { HistoryPage } from "./past-rounds.ts";
import { createToldRounds } from "./told-rounds.ts";
import type { ToldRound } from "./told-rounds.ts";
import { turns } from "./turns.ts";
import type { Work } from "./work-budget.ts";

/** A page of history as it is sent. */
export interface HistoryAnswer {
  readonly text: string;
  readonly etag: string;
  /** The text in an encoding, made when it is first asked for. */
  readonly encode: (encoding: Encoding) => Promise<Encoded>;
}

/** Is told what a page will cost, and refuses it if that is too much. */
export type Charge = (work: Work) => void;

/** Gives a page. Refuses as `recall` and `charge` do. */
export type HistoryAnswers = (
  game: Game,
  nowMs: number,
  page: HistoryPage,
  charge: Charge,
) => Promise<HistoryAnswer>;

/** Lengths of page that are kept for a game besides our own: a stranger can ask for 500. */
const KEPT = 8;

/** Those that most ask for: the one that is given to who names none, and a board. */
const OURS: ReadonlySet<number> = new Set([20, BOARD_ROUNDS]);

/** Rounds that are dealt in one go: a fifth of a millisecond, the longest that a request waits for them. */
const PART = 20;

/** The answers for the latest rounds, and what they were made from. */
interface Latest {
  readonly round: number;
  readonly revision: number;
  readonly byLimit: Map<number, HistoryAnswer>;
}

/**
 * Answers to who asks for history; those for the latest rounds are made once a round, and again when a
 * beacon came that may have decided one of them. Rounds that are not kept are dealt in parts, one in a
 * turn of the event loop, however many ask.
 */
export function historyAnswers(oracle: Oracle, recall: Recall): HistoryAnswers {
  const latest = new Map<string, Latest>();
  const rounds = createToldRounds(oracle);
  const myTurn = turns();

  function keptFor(game: Game, nowMs: number): Map<number, HistoryAnswer> {
    const round = oracle.lastFinished(game, nowMs);
    const { revision } = oracle;
    let kept = latest.get(game.slug);
    if (kept?.round !== round || kept.revision !== revision) {
      kept = { round, revision, byLimit: new Map() };
      latest.set(game.slug, kept);
    }
    return kept.byLimit;
  }

  /** @param toDeal how many rounds of the page are not kept. */
  async function tell(
    game: Game,
    nowMs: number,
    page: HistoryPage,
    toDeal: number,
  ): Promise<ToldRound[]> {
    const last = oracle.lastFinished(game, nowMs);
    const told: ToldRound[] = [];
    let rest = page;
    while (rest.limit > 0) {
      if (toDeal > 0) {
        await myTurn();
      }
      const part = { ...rest, limit: toDeal > 0 ? Math.min(rest.limit, PART) : rest.limit };
      const found = await recall(game, { ...part, last }, () => rounds.page(game, nowMs, part));
      told.push(...found);
      const reached = found.at(-1)?.round;
      if (reached === undefined || found.length < part.limit) {
        break;
      }
      const limit = rest.limit - found.length;
      rest = page.after === undefined ? { limit, before: reached } : { limit, after: reached };
    }
    return told;
  }

  return async (game, nowMs, page, charge) => {
    const { limit, before, after: newerThan, round } = page;
    const isLatest = before === undefined && newerThan === undefined && round === undefined;
    const kept = keptFor(game, nowMs);
    const found = isLatest ? kept.get(limit) : undefined;
    if (found !== undefined) {
      return found;
    }
    const toDeal = rounds.toDeal(game, nowMs, page);
    charge({ dealt: toDeal, sent: limit });
    const mayKeep = isLatest && (OURS.has(limit) || kept.size < KEPT);
    const answer = answerOf(await tell(game, nowMs, page, toDeal), mayKeep);
    // Asked for anew: a beacon may have come meanwhile, and then others are kept.
    if (mayKeep && keptFor(game, nowMs) === kept) {
      kept.set(limit, answer);
    }
    return answer;
  };
}

function answerOf(told: readonly ToldRound[], isKept: boolean): HistoryAnswer {
  const text = `[${told.map(({ json }) => json).join(",")}]`;
  const made: Partial<Record<Encoding, Promise<Encoded>>> = {};
  return {
    text,
    etag: etagOf(text),
    encode: (encoding) => (made[encoding] ??= encodedAside(text, encoding, isKept)),
  };
}
