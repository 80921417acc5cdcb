import type { BetTiming } from "../../src/games/timing.ts";
import { phaseLengthMs, phaseStartMs, roundStartMs } from "../../src/round/clock.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { timesOf } from "../../src/table/schedule.ts";
import type { RoundState, Schedule } from "../../src/wire.ts";
import { ApiError } from "./api.ts";
import type { StateApi } from "./api.ts";
import { ServerClock } from "./server-clock.ts";

interface Surroundings {
  api: Pick<StateApi, "schedule">;
  /** Milliseconds of a clock that only goes forward. */
  localNow: () => number;
  /** 0 to 1: spreads the viewers' requests. */
  random: () => number;
}

/** How long the server's time is trusted, against the drift of the local clock. */
const RESYNC_MS = 900_000;
/** How long a schedule is trusted, plus as much jitter: it tells of a change a day ahead. */
const RENEW_MS = 21_600_000;
/** The time is known well enough when it is at most this far off. */
const GOOD_TIME_MS = 40;

/** When the phases of a game begin and end by the server's clock, as far as that is known. */
export class Timetable {
  schedule: Schedule | null = null;
  /** The service speaks of no schedule: it has to be asked all the time. */
  isMissing = false;
  readonly clock: ServerClock;
  readonly #around: Surroundings;
  #syncedAtMs = Number.NEGATIVE_INFINITY;
  /** When to ask for the schedule anew, local ms. */
  #renewAtMs = Number.POSITIVE_INFINITY;

  constructor(around: Surroundings) {
    this.#around = around;
    this.clock = new ServerClock(around.localNow);
  }

  /** Whether a further answer would tell the time no better. */
  get isGood(): boolean {
    return this.isMissing || this.clock.errorMs <= GOOD_TIME_MS;
  }

  /** Whether the service is to be asked, once or until the time is good. */
  get isDue(): boolean {
    const nowMs = this.#around.localNow();
    return (
      nowMs >= this.#renewAtMs ||
      (!this.isGood &&
        (this.clock.errorMs === Number.POSITIVE_INFINITY || nowMs - this.#syncedAtMs > RESYNC_MS))
    );
  }

  /** Asks. Rejects only while the time is unknown or in doubt: an old one goes on for a phase more. */
  async ask(signal: AbortSignal): Promise<void> {
    const { api, localNow } = this.#around;
    const sentMs = localNow();
    try {
      this.adopt(await api.schedule(signal), sentMs, localNow());
      this.#syncedAtMs = localNow();
    } catch (error) {
      this.isMissing = this.schedule === null && error instanceof ApiError && error.status === 404;
      this.#renewAtMs = localNow() + RESYNC_MS;
      if (this.clock.errorMs === Number.POSITIVE_INFINITY && !this.isMissing) {
        throw error;
      }
    }
  }

  /** Takes a schedule that was sent for and received at these local ms. */
  adopt(schedule: Schedule, sentMs: number, receivedMs: number): void {
    const { localNow, random } = this.#around;
    this.schedule = schedule;
    this.#renewAtMs = localNow() + RENEW_MS * (1 + random());
    this.clock.learn(schedule.now, schedule.now, sentMs, receivedMs);
  }

  /**
   * Learns from a state, sent for and received at these local ms. It names its phase, and while bets
   * are open the very millisecond: both bound the server's time. One that waits for its beacon may
   * last to the end of its round.
   */
  learn(state: RoundState, sentMs: number, receivedMs: number): void {
    const times = this.timesOf(state);
    if (times === null) {
      return;
    }
    const startMs = phaseStartMs(state.round, state.phase, times);
    if (state.phase === "betting" && state.remainMs > 0) {
      const nowMs = startMs + times.closesMs - state.remainMs;
      this.clock.learn(nowMs, nowMs, sentMs, receivedMs);
    } else if (this.clock.errorMs < Number.POSITIVE_INFINITY) {
      const lengthMs =
        state.phase === "betting" ? times.intervalMs : phaseLengthMs(state.phase, times);
      this.clock.learn(startMs, startMs + lengthMs, sentMs, receivedMs);
    }
  }

  /** How the round of a state runs; null where no schedule is known. */
  timesOf({ round }: RoundState): (BetTiming & { entropy: Entropy }) | null {
    return this.schedule === null ? null : timesOf(this.schedule, round);
  }

  /** How long the phase of a state has run, in ms; null where that is unknown. */
  elapsedMs(state: RoundState): number | null {
    const times = this.timesOf(state);
    return times === null || !this.clock.isSet
      ? null
      : this.clock.now() - phaseStartMs(state.round, state.phase, times);
  }

  /** Until the phase of a state ends, in ms; null where that is unknown. */
  leftMs(state: RoundState): number | null {
    const times = this.timesOf(state);
    const elapsedMs = this.elapsedMs(state);
    return times === null || elapsedMs === null
      ? null
      : phaseLengthMs(state.phase, times) - elapsedMs;
  }

  /** Until the round of a state ends, in ms; null where that is unknown. */
  leftOfRoundMs({ round }: RoundState): number | null {
    return this.schedule === null || !this.clock.isSet
      ? null
      : roundStartMs(round + 1, this.schedule.intervalMs) - this.clock.now();
  }
}
