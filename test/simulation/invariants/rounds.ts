import type { Game } from "../../../src/games/contract.ts";
import { timingOf } from "../../../src/games/timing.ts";
import type { Entropy } from "../../../src/round/derive.ts";
import { phaseStartMs } from "../../../src/round/phases.ts";
import type { RoundState } from "../../../src/wire.ts";
import type { Findings } from "../findings.ts";

/** What servers said of rounds, and when it was asked and received by the clock that counts, epoch ms. */
export interface RoundWatch {
  state(server: string, game: Game, state: RoundState, sentMs: number, receivedMs: number): void;
  /** Entries of the history. */
  history(server: string, game: Game, entries: readonly HistoryEntry[]): void;
  header(server: string, slug: string, date: string, text: string): void;
}

export interface HistoryEntry {
  readonly round: number;
}

/** Those of every game, before the fields of the outcome. */
const COMMON = ["round", "daily_round", "date", "phase", "remainMs"];

export function watchRounds({ broken }: Findings, entropy: Entropy): RoundWatch {
  /** What was said of a round, by its name. */
  const outcomes = new Map<string, string>();
  const shownMs = new Map<string, number>();
  const headers = new Map<string, string>();

  function settle(server: string, name: string, outcome: string): void {
    const before = outcomes.get(name);
    if (before === undefined) {
      outcomes.set(name, outcome);
    } else if (before !== outcome) {
      broken(
        "history never changes",
        `${server} says of ${name} ${outcome}, before it was ${before}`,
      );
    }
  }

  return {
    state(server, game, state, sentMs, receivedMs) {
      const name = `${game.slug} ${state.round}`;
      const fields = Object.entries(state).filter(([field]) => !COMMON.includes(field));
      if (fields.some(([, value]) => value !== null)) {
        const dueMs = phaseStartMs(state.round, "revealing", timingOf(game, entropy));
        if (receivedMs < dueMs) {
          broken(
            "no outcome early",
            `${server} showed ${name} ${Math.round(dueMs - receivedMs)} ms before its cards are turned`,
          );
        }
        shownMs.set(name, Math.min(receivedMs, shownMs.get(name) ?? Infinity));
      }
      if (state.remainMs > 0 && (shownMs.get(name) ?? Infinity) < sentMs) {
        broken("no bets on a known outcome", `${server} takes bets on ${name}, which was shown`);
      }
      if (state.phase === "result") {
        const { round, date, daily_round: dailyRound } = state;
        const told = { round, daily_round: dailyRound, date, ...Object.fromEntries(fields) };
        settle(server, name, JSON.stringify(told));
      }
    },
    history(server, game, entries) {
      for (const entry of entries) {
        settle(server, `${game.slug} ${entry.round}`, JSON.stringify(entry));
      }
    },
    header(server, slug, date, text) {
      const name = `${slug} ${date}`;
      const before = headers.get(name);
      if (before !== undefined && before !== text) {
        broken(
          "one header a day",
          `${server} has another header of ${name}: ${text}, before ${before}`,
        );
      }
      headers.set(name, text);
    },
  };
}
