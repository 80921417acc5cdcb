import type { Game } from "../src/games/game.ts";
import type { HistoryEntry } from "../src/wire.ts";
import { encoded } from "./compress.ts";
import type { Encode } from "./compress.ts";
import { etagOf } from "./etag.ts";
import type { Recall } from "./fairness/recall.ts";
import type { Oracle } from "./oracle.ts";
import type { HistoryPage } from "./past-rounds.ts";

/** A page of history as it is sent. */
export interface HistoryAnswer {
  readonly text: string;
  readonly etag: string;
  /** The text in an encoding, made when it is first asked for. */
  readonly encode: Encode;
}

/** Lengths of page that are kept for a game: our own pages use three, and a stranger can ask for 500. */
const KEPT = 8;

/** The answers for the latest rounds, and what they were made from. */
interface Latest {
  readonly round: number;
  readonly revision: number;
  readonly byLimit: Map<number, HistoryAnswer>;
}

/**
 * Answers to who asks for history; those for the latest rounds are made once a round, and again when a
 * beacon came that may have decided one of them. Refuses as `recall` does.
 */
export function historyAnswers(
  oracle: Oracle,
  recall: Recall,
): (game: Game, nowMs: number, page: HistoryPage) => Promise<HistoryAnswer> {
  const latest = new Map<string, Latest>();

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

  return async (game, nowMs, page) => {
    const { limit, before, after, round } = page;
    const isLatest = before === undefined && after === undefined && round === undefined;
    const found = isLatest ? keptFor(game, nowMs).get(limit) : undefined;
    if (found !== undefined) {
      return found;
    }
    const last = oracle.lastFinished(game, nowMs);
    return recall(game, { ...page, last }, () => {
      const answer = answerOf(oracle.results(game, nowMs, page));
      // Asked for anew: a beacon may have come meanwhile.
      const kept = keptFor(game, nowMs);
      if (isLatest && kept.size < KEPT) {
        kept.set(limit, answer);
      }
      return answer;
    });
  };
}

function answerOf(entries: readonly HistoryEntry[]): HistoryAnswer {
  const text = JSON.stringify(entries);
  const made: Partial<Record<string, Uint8Array<ArrayBuffer>>> = {};
  return {
    text,
    etag: etagOf(text),
    encode: (encoding) => (made[encoding] ??= encoded(text, encoding)),
  };
}
