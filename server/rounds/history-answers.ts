import type { Game } from "../../src/games/contract.ts";
import { BOARD_ROUNDS } from "../../src/roads/board.ts";
import type { Recall } from "../fairness/recall.ts";
import { encodedAside } from "../http/compress.ts";
import type { Encoded, Encoding } from "../http/compress.ts";
import { etagOf } from "../http/etag.ts";
import type { Work } from "../http/work-budget.ts";
import { turns } from "../runtime/loop-turns.ts";
import type { Oracle } from "./oracle.ts";
import type { HistoryPage } from "./past-rounds.ts";
import { createToldRounds } from "./told-rounds.ts";
import type { ToldRound } from "./told-rounds.ts";

/** A page of history as it is sent. */
export interface HistoryAnswer {
  readonly text: string;
  readonly etag: string;
  /** The text in an encoding, made when it is first asked for. */
  readonly encode: (encoding: Encoding) => Promise<Encoded>;
}

/** Is told what a page will cost: resolves when it may be made, and refuses it if that is too much. */
export type Charge = (work: Work) => Promise<void>;

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

/** Answers that are made or kept while the rounds that are decided stay the same. */
interface Answers {
  readonly round: number;
  readonly revision: number;
  /** Of the latest rounds, by limit. */
  readonly latest: Map<number, Promise<HistoryAnswer>>;
  /** Of all other pages, by what was asked for, while they are made. */
  readonly making: Map<string, Promise<HistoryAnswer>>;
}

/**
 * Answers to who asks for history. Those for the latest rounds are made once a round, and again when a
 * beacon came that may have decided one of them; of any page one is made at a time, whoever asks. Rounds
 * that are not kept are dealt in parts, one in a turn of the event loop, however many ask.
 */
export function historyAnswers(oracle: Oracle, recall: Recall): HistoryAnswers {
  const perGame = new Map<string, Answers>();
  const rounds = createToldRounds(oracle);
  const myTurn = turns();

  function answersOf(game: Game, nowMs: number): Answers {
    const round = oracle.lastFinished(game, nowMs);
    const { revision } = oracle;
    let answers = perGame.get(game.slug);
    if (answers?.round !== round || answers.revision !== revision) {
      answers = { round, revision, latest: new Map(), making: new Map() };
      perGame.set(game.slug, answers);
    }
    return answers;
  }

  async function tell(game: Game, nowMs: number, page: HistoryPage): Promise<ToldRound[]> {
    const last = oracle.lastFinished(game, nowMs);
    const told: ToldRound[] = [];
    let rest = page;
    while (rest.limit > 0) {
      const part = { ...rest, limit: Math.min(rest.limit, PART) };
      const find = () => rounds.page(game, nowMs, part);
      let found: ToldRound[];
      if (rounds.toDeal(game, nowMs, part) === 0) {
        // Told before: that takes no beacon, and no store.
        found = find();
      } else {
        await myTurn();
        found = await recall(game, { ...part, last }, find);
      }
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

  /** The answer under `key`, made if there is none. One that fails is forgotten, and made again. */
  function shared<K>(
    answers: Map<K, Promise<HistoryAnswer>>,
    key: K,
    make: () => Promise<HistoryAnswer>,
  ): Promise<HistoryAnswer> {
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = make();
      answers.set(key, answer);
      answer.catch(() => answers.delete(key));
    }
    return answer;
  }

  return async (game, nowMs, page, charge) => {
    const { limit, before, after, round } = page;
    const isLatest = before === undefined && after === undefined && round === undefined;
    const { latest } = answersOf(game, nowMs);
    if (isLatest && (latest.has(limit) || OURS.has(limit) || latest.size < KEPT)) {
      // Costs nobody anything: there are so few of them in a round.
      return shared(latest, limit, async () => answerOf(await tell(game, nowMs, page), true));
    }
    await charge({ dealt: rounds.toDeal(game, nowMs, page), sent: limit });
    // Asked for anew: a beacon may have come meanwhile.
    const { making } = answersOf(game, nowMs);
    const key = JSON.stringify([limit, before ?? null, after ?? null, round ?? null]);
    return shared(making, key, async () => {
      try {
        return answerOf(await tell(game, nowMs, page), false);
      } finally {
        making.delete(key);
      }
    });
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
