import { BOARD_ROUNDS } from "../../src/roads/board.ts";
import type { Snapshot } from "../../src/snapshot.ts";
import { isConfirmed, PHASES, phaseLengthMs, phaseStartMs } from "../../src/round/clock.ts";
import type { Link } from "../../src/link.ts";
import type { HistoryEntry, RoundState, Schedule } from "../../src/wire.ts";
import { ApiError } from "./api.ts";
import type { StateApi } from "./api.ts";
import type { Nap } from "./nap.ts";
import { ServerClock } from "./server-clock.ts";

/** What a feed takes from its surroundings, so that a test can give its own. */
export interface FeedSurroundings {
  api: StateApi;
  nap: Nap;
  /** Milliseconds of a clock that only goes forward. */
  localNow: () => number;
  /** 0 to 1: spreads the viewers' requests. */
  random: () => number;
}

/** After a phase change the server has this long before it is asked, plus up to as much jitter. */
const SETTLE_MS = 40;
/** How soon to ask again when the expected change is not there yet. */
const RETRY_MS = 150;
/** How soon to ask again after a failure: the first time, and at most. */
const BACK_OFF_MS = 500;
const MAX_BACK_OFF_MS = 5_000;
/** The longest wait that maintenance asks of us. */
const MAX_MAINTENANCE_MS = 15_000;
/** How long the server's time is trusted, against the drift of the local clock. */
const RESYNC_MS = 300_000;

/**
 * Keeps up with one game: asks for the state when the schedule says that it changes, about four
 * times a round. It never guesses a phase: `state` is what the server last said.
 */
export class StateFeed {
  state: RoundState | null = null;
  /** Finished rounds, latest first. */
  results: readonly HistoryEntry[] = [];
  schedule: Schedule | null = null;
  link: Link = "stale";
  readonly clock: ServerClock;
  readonly #around: FeedSurroundings;
  readonly #onChange: () => void;
  #syncedAtMs = Number.NEGATIVE_INFINITY;
  #answeredAtMs = Number.NaN;

  /** `onChange` is called after every change of the fields above. */
  constructor(around: FeedSurroundings, onChange: () => void) {
    this.#around = around;
    this.#onChange = onChange;
    this.clock = new ServerClock(around.localNow);
  }

  /** How long ago the server last said the state, in ms; 0 before its first word. */
  get ageMs(): number {
    return Number.isNaN(this.#answeredAtMs) ? 0 : this.#around.localNow() - this.#answeredAtMs;
  }

  /** How far the phase that the server last named has run by its clock, in ms. */
  get elapsedMs(): number {
    const { state, schedule, clock } = this;
    if (state === null || schedule === null || !clock.isSet) {
      return 0;
    }
    return Math.max(0, clock.now() - phaseStartMs(state.round, state.phase, schedule));
  }

  /** Left of the betting time by the server's clock, in ms; 0 outside betting. */
  get remainMs(): number {
    if (this.schedule === null || this.state?.phase !== "betting") {
      return 0;
    }
    return Math.max(0, phaseLengthMs("betting", this.schedule) - this.elapsedMs);
  }

  /** Starts from what the page brought along. `sentMs` and `receivedMs` are of the page's request. */
  adopt(snapshot: Snapshot, sentMs: number, receivedMs: number): void {
    this.#setSchedule(snapshot.schedule, sentMs, receivedMs);
    this.state = snapshot.state;
    this.results = snapshot.results;
    this.link = "live";
    this.#answeredAtMs = receivedMs;
    // The page may have been long on its way: the first request measures the time again.
    this.#syncedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Keeps up until the signal is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let waitMs: number;
      try {
        await this.#ask(signal);
        failures = 0;
        waitMs = this.#untilNextChange();
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        failures += 1;
        waitMs = this.#fail(error, failures);
      }
      await this.#around.nap.rest(waitMs, signal);
    }
  }

  /** Asks now instead of at the next moment: the tab or the network is back. */
  wake(): void {
    this.#around.nap.wake();
  }

  async #ask(signal: AbortSignal): Promise<void> {
    if (!this.clock.isSet) {
      await this.#askForTheTime(signal);
    }
    const state = await this.#around.api.current(signal);
    this.#setState(state);
    await this.#refreshResults(state, signal);
    // After the state, which at a phase change is what everybody waits for.
    if (this.#around.localNow() - this.#syncedAtMs > RESYNC_MS) {
      await this.#askForTheTime(signal);
    }
  }

  async #askForTheTime(signal: AbortSignal): Promise<void> {
    const { api, localNow } = this.#around;
    const sentMs = localNow();
    this.#setSchedule(await api.schedule(signal), sentMs, localNow());
    this.#syncedAtMs = localNow();
  }

  /** Fetches the history when it lacks a round that is over. If that fails, the next phase tries again. */
  async #refreshResults(state: RoundState, signal: AbortSignal): Promise<void> {
    const latest = isConfirmed(state.phase) ? state.round : state.round - 1;
    if (latest < 1 || this.results[0]?.round === latest) {
      return;
    }
    try {
      this.results = await this.#around.api.results(BOARD_ROUNDS, signal);
      this.#onChange();
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
    }
  }

  #setSchedule(schedule: Schedule, sentMs: number, receivedMs: number): void {
    this.schedule = schedule;
    this.clock.sync(schedule.now, sentMs, receivedMs);
  }

  #setState(state: RoundState): void {
    this.link = "live";
    this.#answeredAtMs = this.#around.localNow();
    if (this.state === null || !isBehind(state, this.state)) {
      this.state = state;
    }
    this.#onChange();
  }

  #untilNextChange(): number {
    const { state, schedule } = this;
    if (state === null || schedule === null) {
      return RETRY_MS;
    }
    const endMs =
      phaseStartMs(state.round, state.phase, schedule) + phaseLengthMs(state.phase, schedule);
    const leftMs = endMs - this.clock.now();
    return leftMs > 0 ? leftMs + SETTLE_MS * (1 + this.#around.random()) : RETRY_MS;
  }

  #fail(error: unknown, failures: number): number {
    if (error instanceof ApiError && error.status === 503) {
      this.link = "maintenance";
      this.#onChange();
      return Math.min(error.retryAfterMs ?? MAX_MAINTENANCE_MS, MAX_MAINTENANCE_MS);
    }
    this.link = failures > 2 ? "offline" : "stale";
    this.#onChange();
    const backOffMs = Math.min(BACK_OFF_MS * 2 ** (failures - 1), MAX_BACK_OFF_MS);
    return backOffMs * (0.5 + this.#around.random() / 2);
  }
}

/**
 * Whether an answer is older than the one before, as happens when two replicas' clocks differ a
 * little. Far behind is no slip but a corrected clock: that is followed.
 */
function isBehind(state: RoundState, last: RoundState): boolean {
  if (state.round === last.round) {
    return PHASES.indexOf(state.phase) < PHASES.indexOf(last.phase);
  }
  return state.round === last.round - 1;
}
