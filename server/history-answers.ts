import type { Game } from "../src/games/game.ts";
import { lastFinishedRound } from "../src/round/clock.ts";
import type { HistoryEntry } from "../src/wire.ts";
import { encoded } from "./compress.ts";
import type { Encode } from "./compress.ts";
import { etagOf } from "./etag.ts";
import type { HistoryPage, Oracle } from "./oracle.ts";

/** A page of history as it is sent. */
export interface HistoryAnswer {
  readonly text: string;
  readonly etag: string;
  /** The text in an encoding, made when it is first asked for. */
  readonly encode: Encode;
}

/** Lengths of page that are kept for a game: our own pages use three, and a stranger can ask for 500. */
const KEPT = 8;

/** Answers to who asks for history; those for the latest rounds are made once a round. */
export function historyAnswers(
  oracle: Oracle,
): (game: Game, nowMs: number, page: HistoryPage) => HistoryAnswer {
  const latest = new Map<string, { round: number; byLimit: Map<number, HistoryAnswer> }>();

  function keptFor(game: Game, nowMs: number): Map<number, HistoryAnswer> {
    const round = lastFinishedRound(nowMs, game);
    let kept = latest.get(game.slug);
    if (kept?.round !== round) {
      kept = { round, byLimit: new Map() };
      latest.set(game.slug, kept);
    }
    return kept.byLimit;
  }

  return (game, nowMs, page) => {
    const make = () => answerOf(oracle.results(game, nowMs, page));
    if (page.before !== undefined) {
      return make();
    }
    const kept = keptFor(game, nowMs);
    const answer = kept.get(page.limit) ?? make();
    if (kept.size < KEPT) {
      kept.set(page.limit, answer);
    }
    return answer;
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
