import type { BetTiming } from "../../src/games/timing.ts";
import { timesForRound } from "../../src/hud/table/schedule.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { phaseLengthMs, phaseStartMs, roundStartMs } from "../../src/round/phases.ts";
import { ApiError } from "../../src/wire/api-error.ts";
import type { RoundState, Schedule } from "../../src/wire/responses.ts";
import type { FeedDeps } from "./round-history.ts";
import { ServerClock } from "./server-clock.ts";

/** How long the server's time is trusted before the local clock can have drifted too far, in ms. */
const RESYNC_MS = 900_000;
/** How long a schedule is trusted, plus up to as much jitter, in ms. Schedules announce changes a day ahead. */
const RENEW_MS = 21_600_000;
/** Maximum error of a time that counts as accurate, in ms. */
const ACCURATE_MS = 40;

/** When a game's phases begin and end on the server's clock, as far as that is known. */
export class Timetable {
  schedule: Schedule | null = null;
  /** The service has no schedule, so its state has to be polled. */
  isUnavailable = false;
  readonly clock: ServerClock;
  readonly #deps: FeedDeps;
  #syncedAtMs = Number.NEGATIVE_INFINITY;
  /** When to fetch the schedule again, local ms. */
  #renewAtMs = Number.POSITIVE_INFINITY;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.clock = new ServerClock(deps.localNow);
  }

  get isAccurate(): boolean {
    return this.isUnavailable || this.clock.errorMs <= ACCURATE_MS;
  }

  /** Whether to fetch the schedule, once or until the time is accurate. */
  get isDue(): boolean {
    const nowMs = this.#deps.localNow();
    return (
      nowMs >= this.#renewAtMs ||
      (!this.isAccurate &&
        (this.clock.errorMs === Number.POSITIVE_INFINITY || nowMs - this.#syncedAtMs > RESYNC_MS))
    );
  }

  /** Fetches the schedule. Rejects only while the time is unknown or in doubt; otherwise, the old schedule stays in use. */
  async fetch(signal: AbortSignal): Promise<void> {
    const { api, localNow } = this.#deps;
    const sentMs = localNow();
    try {
      this.adopt(await api.schedule(signal), sentMs, localNow());
      this.#syncedAtMs = localNow();
    } catch (error) {
      this.isUnavailable =
        this.schedule === null && error instanceof ApiError && error.status === 404;
      this.#renewAtMs = localNow() + RESYNC_MS;
      if (this.clock.errorMs === Number.POSITIVE_INFINITY && !this.isUnavailable) {
        throw error;
      }
    }
  }

  /** Uses a schedule that was requested and received at these times, local ms. */
  adopt(schedule: Schedule, sentMs: number, receivedMs: number): void {
    const { localNow, random } = this.#deps;
    this.schedule = schedule;
    this.#renewAtMs = localNow() + RENEW_MS * (1 + random());
    this.clock.learn(schedule.now, schedule.now, sentMs, receivedMs);
  }

  /**
   * Learns the server's time from a state, requested and received at these times (local ms). The phase bounds the time,
   * and while bets are open `remainMs` gives it to the millisecond. A round that waits for its beacon can stay in
   * `betting` until it ends.
   */
  learn(state: RoundState, sentMs: number, receivedMs: number): void {
    const times = this.timesFor(state);
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

  /** A state's round timing; null without a schedule. */
  timesFor({ round }: RoundState): (BetTiming & { entropy: Entropy }) | null {
    return this.schedule === null ? null : timesForRound(this.schedule, round);
  }

  /** How long the phase of a state has run, in ms; null if unknown. */
  elapsedMs(state: RoundState): number | null {
    const times = this.timesFor(state);
    return times === null || !this.clock.isSet
      ? null
      : this.clock.now() - phaseStartMs(state.round, state.phase, times);
  }

  /** Time until the phase of a state ends, in ms; null if unknown. */
  leftMs(state: RoundState): number | null {
    const times = this.timesFor(state);
    const elapsedMs = this.elapsedMs(state);
    return times === null || elapsedMs === null
      ? null
      : phaseLengthMs(state.phase, times) - elapsedMs;
  }

  /** Time until the round of a state ends, in ms; null if unknown. */
  leftOfRoundMs({ round }: RoundState): number | null {
    return this.schedule === null || !this.clock.isSet
      ? null
      : roundStartMs(round + 1, this.schedule.intervalMs) - this.clock.now();
  }
}
