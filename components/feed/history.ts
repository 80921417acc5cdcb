import type { Game } from "../../src/games/contract.ts";
import { BOARD_ROUNDS } from "../../src/roads/board.ts";
import { isConfirmed } from "../../src/round/clock.ts";
import { finishedRound } from "../../src/table/finished-round.ts";
import type { HistoryEntry, RoundState } from "../../src/wire.ts";
import type { StateApi } from "./api.ts";
import { timerNap } from "./nap.ts";
import { SPREAD_MS } from "./spread.ts";

interface Surroundings {
  game: Game;
  api: Pick<StateApi, "results">;
  /** 0 to 1: spreads the viewers' requests. */
  random: () => number;
}

/** The rounds that are over, entered from the states that tell them and asked for where some miss. */
export class History {
  /** Latest first, as many as the board shows. */
  rounds: readonly HistoryEntry[] = [];
  readonly #around: Surroundings;
  readonly #onChange: () => void;
  #isFilling = false;

  /** `onChange` is called when rounds came that were asked for. */
  constructor(around: Surroundings, onChange: () => void) {
    this.#around = around;
    this.#onChange = onChange;
  }

  /**
   * Adds the round once its result stands. Rounds that were missed are asked for until the signal is
   * aborted; without one they stay missing for now.
   */
  enter(state: RoundState, signal: AbortSignal | undefined): void {
    const latest = isConfirmed(state.phase) ? state.round : state.round - 1;
    const known = this.rounds[0]?.round ?? 0;
    const entry = finishedRound(this.#around.game, state);
    if (entry !== null && known === state.round - 1) {
      this.rounds = [entry, ...this.rounds].slice(0, BOARD_ROUNDS);
    }
    const isBehind = (this.rounds[0]?.round ?? 0) !== latest;
    // A round whose beacon is late leaves a gap, which is asked about once a round.
    const hasGap = state.phase === "betting" && !isUnbroken(this.rounds);
    if ((isBehind || hasGap) && signal !== undefined && !this.#isFilling) {
      void this.#fill(signal);
    }
  }

  /** If this fails, the next state tries again. */
  async #fill(signal: AbortSignal): Promise<void> {
    const { api, random } = this.#around;
    this.#isFilling = true;
    try {
      if (this.rounds.length > 0) {
        // A break that all viewers had is over for all of them at once.
        await timerNap().rest(random() * SPREAD_MS, signal);
      }
      this.rounds = await api.results(BOARD_ROUNDS, signal);
      this.#onChange();
    } catch {
      // The roads are older than they might be; nothing else depends on them.
    } finally {
      this.#isFilling = false;
    }
  }
}

/** Whether no round is missing between those that are known. */
function isUnbroken(rounds: readonly HistoryEntry[]): boolean {
  return rounds.every(({ round }, index) => round === (rounds[0]?.round ?? 0) - index);
}
