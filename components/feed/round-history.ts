import type { Game } from "../../src/games/contract.ts";
import { finishedRound } from "../../src/games/history-entry.ts";
import { BOARD_ROUNDS } from "../../src/hud/roads/current-board.ts";
import { isConfirmed } from "../../src/round/phases.ts";
import type { StateApi } from "../../src/wire/api.ts";
import { InterruptibleDelay } from "../../src/wire/interruptible-delay.ts";
import type { StateStream } from "../../src/wire/live-stream.ts";
import type { HistoryEntry, RoundState } from "../../src/wire/responses.ts";
import { JITTER_MS } from "../../src/wire/retry.ts";

/** A feed's dependencies, which tests replace. */
export interface FeedDeps {
  game: Game;
  api: Pick<StateApi, "current" | "results" | "schedule">;
  stream: StateStream;
  /** A monotonic clock, in ms. */
  localNow: () => number;
  /** Returns 0 to 1, for jitter. */
  random: () => number;
}

/** A table's finished rounds: taken from states as they arrive, and fetched if some are missing. */
export class History {
  /** Latest first, up to `BOARD_ROUNDS`. */
  rounds: readonly HistoryEntry[] = [];
  readonly #deps: FeedDeps;
  readonly #onChange: () => void;
  #isFetching = false;

  constructor(deps: FeedDeps, onChange: () => void) {
    this.#deps = deps;
    this.#onChange = onChange;
  }

  /**
   * Adds a state's round once its result is confirmed, and fetches missed rounds. Without a signal it does not fetch.
   */
  add(state: RoundState, signal: AbortSignal | undefined): void {
    const latest = isConfirmed(state.phase) ? state.round : state.round - 1;
    const known = this.rounds[0]?.round ?? 0;
    const entry = finishedRound(this.#deps.game, state);
    if (entry !== null && known === state.round - 1) {
      this.rounds = [entry, ...this.rounds].slice(0, BOARD_ROUNDS);
    }
    const isBehind = (this.rounds[0]?.round ?? 0) !== latest;
    // A round with a late beacon leaves a gap, which each later round tries once to fill.
    const hasGap = state.phase === "betting" && !isConsecutive(this.rounds);
    if ((isBehind || hasGap) && signal !== undefined && !this.#isFetching) {
      void this.#fetch(signal);
    }
  }

  /** If this fails, the next state tries again. */
  async #fetch(signal: AbortSignal): Promise<void> {
    const { api, random } = this.#deps;
    this.#isFetching = true;
    try {
      if (this.rounds.length > 0) {
        // After an outage all viewers return at the same time.
        await new InterruptibleDelay().wait(random() * JITTER_MS, signal);
      }
      this.rounds = await api.results(BOARD_ROUNDS, signal);
      this.#onChange();
    } catch {
      // The roads stay out of date until the next try; nothing else depends on the history.
    } finally {
      this.#isFetching = false;
    }
  }
}

function isConsecutive(rounds: readonly HistoryEntry[]): boolean {
  return rounds.every(({ round }, index) => round === (rounds[0]?.round ?? 0) - index);
}
