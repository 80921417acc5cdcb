import { finishedRound } from "../../src/finished-round.ts";
import type { Game } from "../../src/games/game.ts";
import type { BetTiming } from "../../src/games/timing.ts";
import type { Link } from "../../src/link.ts";
import { BOARD_ROUNDS } from "../../src/roads/board.ts";
import {
  isConfirmed,
  PHASES,
  phaseLengthMs,
  phaseStartMs,
  roundStartMs,
} from "../../src/round/clock.ts";
import { timesOf } from "../../src/schedule.ts";
import type { Snapshot } from "../../src/snapshot.ts";
import type { HistoryEntry, RoundState, Schedule } from "../../src/wire.ts";
import { ApiError } from "./api.ts";
import type { StateApi } from "./api.ts";
import type { StateStream } from "./live-stream.ts";
import { timerNap } from "./nap.ts";
import { ServerClock } from "./server-clock.ts";

/** What a feed takes from its surroundings, so that a test can give its own. */
export interface FeedSurroundings {
  game: Game;
  api: Pick<StateApi, "current" | "results" | "schedule">;
  stream: StateStream;
  /** Milliseconds of a clock that only goes forward. */
  localNow: () => number;
  /** 0 to 1: spreads the viewers' requests. */
  random: () => number;
}

/** After a phase change the server has this long before it is asked, plus up to as much jitter. */
const SETTLE_MS = 40;
/** The stream has this long to tell of a change before the server is asked, plus as much jitter. */
const LATE_MS = 1_500;
/** How soon to ask again when the expected change is not there yet. */
const RETRY_MS = 150;
/**
 * How often to ask for a round that waits for its beacon: without a stream, and with one, which will
 * tell; plus as much jitter.
 */
const UNDECIDED_MS = { polling: 1_000, streaming: 5_000 } as const;
/** How often to ask a service that has no schedule. */
const UNSCHEDULED_MS = 300;
/** When a stream broke, or rounds are missing, viewers ask within this time and not all at once. */
const SPREAD_MS = 2_000;
/** Within this time of each other, reasons to wake are one, in ms. */
const WAKING_MS = 2_000;
/** How soon to ask again after failures: at first, and at most. */
const MIN_BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 5_000;
/** The longest wait that maintenance asks of us. */
const MAX_MAINTENANCE_MS = 15_000;
/** How long the server's time is trusted, against the drift of the local clock. */
const RESYNC_MS = 900_000;
/** How long a schedule is trusted, plus as much jitter: it tells of a change a day ahead. */
const RENEW_MS = 21_600_000;
/** The time is asked for up to so often until it is known this well. */
const TIME_SAMPLES = 3;
const GOOD_TIME_MS = 40;

/**
 * Keeps up with one game. Its stream tells of each change; while there is none the feed asks for the
 * state when the schedule says that it changes, four times a round. It never guesses a phase:
 * `state` is what the server last said.
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
  readonly #nap = timerNap();
  #isStreaming = false;
  /** The service speaks of no schedule: it is asked all the time. */
  #isUnscheduled = false;
  /** When to ask although nothing is due, local ms. */
  #askAtMs = Number.POSITIVE_INFINITY;
  #asking = new AbortController();
  #wokeAtMs = Number.NEGATIVE_INFINITY;
  #isFilling = false;
  #failures = 0;
  #failingSinceMs = 0;
  #syncedAtMs = Number.NEGATIVE_INFINITY;
  /** When to ask for the schedule anew, local ms. */
  #renewAtMs = Number.POSITIVE_INFINITY;
  #answeredAtMs = Number.NaN;
  /** When the present phase was first heard of, local ms. */
  #phaseSinceMs = 0;

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
    if (state !== null && this.#isUnscheduled) {
      return this.#around.localNow() - this.#phaseSinceMs;
    }
    if (state === null || schedule === null || !clock.isSet) {
      return 0;
    }
    const times = timesOf(schedule, state.round);
    return Math.max(0, clock.now() - phaseStartMs(state.round, state.phase, times));
  }

  /** Left of the betting time by the server's clock, in ms; 0 outside betting. */
  get remainMs(): number {
    const { state, schedule } = this;
    if (state?.phase !== "betting" || state.remainMs === 0) {
      return 0;
    }
    const leftMs =
      schedule === null
        ? state.remainMs - this.ageMs
        : timesOf(schedule, state.round).closesMs - this.elapsedMs;
    return Math.max(0, leftMs);
  }

  /** How the round of the state runs, as the game is known to where the server has not said it. */
  get times(): BetTiming {
    const { state, schedule } = this;
    return state === null || schedule === null ? this.#around.game : timesOf(schedule, state.round);
  }

  /** Starts from what the page brought along. `sentMs` and `receivedMs` are of the page's request. */
  adopt(snapshot: Snapshot, sentMs: number, receivedMs: number): void {
    this.#setSchedule(snapshot.schedule, sentMs, receivedMs);
    this.results = snapshot.results;
    if (snapshot.state === null) {
      this.link = "suspended";
      this.#onChange();
    } else {
      this.#setState(snapshot.state, sentMs, receivedMs);
    }
  }

  /** Keeps up until the signal is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    this.#around.stream.run(signal, (news) => this.#hear(news, signal));
    while (!signal.aborted) {
      const asking = new AbortController();
      this.#asking = asking;
      let waitMs = 0;
      try {
        await this.#catchUp(AbortSignal.any([signal, asking.signal]));
        if (this.#failures > 0) {
          this.#failures = 0;
          this.#around.stream.hasten();
        }
        waitMs = this.#untilNextAsking();
      } catch (error) {
        if (!signal.aborted && !asking.signal.aborted) {
          waitMs = this.#fail(error);
        }
      }
      await this.#nap.rest(waitMs, signal);
    }
  }

  /**
   * Looks up: the tab is seen again. If it may have missed something, as in sleep or without a network,
   * it asks now and for everything: even a request under way may wait for an answer that never comes.
   */
  wake(mayHaveMissed: boolean): void {
    if (mayHaveMissed) {
      const nowMs = this.#around.localNow();
      this.clock.doubt();
      this.#askAtMs = nowMs;
      // One reason to wake comes with others: what the first of them asked for is not given up.
      if (Math.abs(nowMs - this.#wokeAtMs) > WAKING_MS) {
        this.#wokeAtMs = nowMs;
        this.#asking.abort();
        this.#around.stream.renew();
      }
    }
    this.#nap.wake();
  }

  #hear(news: RoundState | null, signal: AbortSignal): void {
    if (signal.aborted) {
      return;
    }
    const nowMs = this.#around.localNow();
    if (news !== null) {
      this.#isStreaming = !isBehind(news, this.state);
      this.#askAtMs = Number.POSITIVE_INFINITY;
      this.#setState(news, Number.NEGATIVE_INFINITY, nowMs, signal);
    } else if (this.#isStreaming) {
      this.#isStreaming = false;
      this.#askAtMs = Math.min(this.#askAtMs, nowMs + this.#around.random() * SPREAD_MS);
    }
    this.#nap.wake();
  }

  /** Asks for what is not known or no longer to be relied on, and nothing else. */
  async #catchUp(signal: AbortSignal): Promise<void> {
    const { api, stream, localNow } = this.#around;
    const sentMs = localNow();
    const leftMs = this.#leftMs();
    const needsTime = this.#needsTime();
    // A service that does not answer is asked one thing at a time.
    const time = needsTime && this.#failures === 0 ? this.#askForTheTime(signal) : null;
    if (leftMs <= 0 || sentMs >= this.#askAtMs) {
      const [state] = await Promise.all([api.current(signal), time]);
      if (this.#isStreaming && leftMs < -LATE_MS && isAhead(state, this.state)) {
        this.#isStreaming = false;
        stream.drop();
      }
      this.#askAtMs = Number.POSITIVE_INFINITY;
      this.#setState(state, sentMs, localNow(), signal);
    }
    await time;
    // The quickest of several answers tells the time best; after a quick one no other is asked for.
    for (let more = TIME_SAMPLES; more > 0 && needsTime && !this.#isTimeGood; more--) {
      await this.#askForTheTime(signal);
    }
  }

  get #isTimeGood(): boolean {
    return this.#isUnscheduled || this.clock.errorMs <= GOOD_TIME_MS;
  }

  #needsTime(): boolean {
    const nowMs = this.#around.localNow();
    return (
      nowMs >= this.#renewAtMs ||
      (!this.#isTimeGood &&
        (this.clock.errorMs === Number.POSITIVE_INFINITY || nowMs - this.#syncedAtMs > RESYNC_MS))
    );
  }

  /** Rejects only while the time is unknown or in doubt: an old one goes on for a phase more. */
  async #askForTheTime(signal: AbortSignal): Promise<void> {
    const { api, localNow } = this.#around;
    const sentMs = localNow();
    try {
      this.#setSchedule(await api.schedule(signal), sentMs, localNow());
      this.#syncedAtMs = localNow();
    } catch (error) {
      this.#isUnscheduled =
        this.schedule === null && error instanceof ApiError && error.status === 404;
      this.#renewAtMs = localNow() + RESYNC_MS;
      if (this.clock.errorMs === Number.POSITIVE_INFINITY && !this.#isUnscheduled) {
        throw error;
      }
    }
  }

  #setSchedule(schedule: Schedule, sentMs: number, receivedMs: number): void {
    const { localNow, random } = this.#around;
    this.schedule = schedule;
    this.#renewAtMs = localNow() + RENEW_MS * (1 + random());
    this.clock.learn(schedule.now, schedule.now, sentMs, receivedMs);
  }

  #setState(state: RoundState, sentMs: number, receivedMs: number, signal?: AbortSignal): void {
    this.link = "live";
    this.#answeredAtMs = receivedMs;
    this.#learnTime(state, sentMs, receivedMs);
    if (!isBehind(state, this.state)) {
      if (isAhead(state, this.state)) {
        this.#phaseSinceMs = receivedMs;
      }
      this.state = state;
      this.#enter(state, signal);
    }
    this.#onChange();
  }

  /**
   * A state names its phase, and while bets are open the very millisecond: both bound the server's time.
   * One that waits for its beacon may last to the end of its round.
   */
  #learnTime(state: RoundState, sentMs: number, receivedMs: number): void {
    const { schedule } = this;
    if (schedule === null) {
      return;
    }
    const times = timesOf(schedule, state.round);
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

  /** Adds the round to the history once its result stands, and asks for those that were missed. */
  #enter(state: RoundState, signal: AbortSignal | undefined): void {
    const latest = isConfirmed(state.phase) ? state.round : state.round - 1;
    const known = this.results[0]?.round ?? 0;
    const entry = finishedRound(this.#around.game, state);
    if (entry !== null && known === state.round - 1) {
      this.results = [entry, ...this.results].slice(0, BOARD_ROUNDS);
    }
    const isBehindHistory = (this.results[0]?.round ?? 0) !== latest;
    // A round whose beacon is late leaves a gap, which is asked about once a round.
    const hasGap = state.phase === "betting" && !isUnbroken(this.results);
    if ((isBehindHistory || hasGap) && signal !== undefined && !this.#isFilling) {
      void this.#fill(signal);
    }
  }

  /** Fetches the history. If that fails, the next state tries again. */
  async #fill(signal: AbortSignal): Promise<void> {
    this.#isFilling = true;
    try {
      if (this.results.length > 0) {
        // A break that all viewers had is over for all of them at once.
        await timerNap().rest(this.#around.random() * SPREAD_MS, signal);
      }
      this.results = await this.#around.api.results(BOARD_ROUNDS, signal);
      this.#onChange();
    } catch {
      // The roads are older than they might be; nothing else depends on them.
    } finally {
      this.#isFilling = false;
    }
  }

  /** Until the phase ends by the server's clock, in ms; nothing is left where that is unknown. */
  #leftMs(): number {
    const { state, schedule, clock } = this;
    if (state === null || schedule === null || !clock.isSet) {
      return 0;
    }
    const times = timesOf(schedule, state.round);
    const endMs = phaseStartMs(state.round, state.phase, times) + phaseLengthMs(state.phase, times);
    return endMs - clock.now();
  }

  #untilNextAsking(): number {
    const { localNow, random } = this.#around;
    if (this.#isUnscheduled) {
      return UNSCHEDULED_MS;
    }
    const leftMs = this.#leftMs();
    const dueMs =
      leftMs < 0 && this.#isUndecided()
        ? this.#untilDecidedMs()
        : leftMs + (this.#isStreaming ? LATE_MS : SETTLE_MS) * (1 + random());
    return Math.min(Math.max(dueMs, RETRY_MS), this.#askAtMs - localNow());
  }

  /** Whether betting is over and the cards may still wait for a beacon. */
  #isUndecided(): boolean {
    const { state, schedule } = this;
    return (
      state?.phase === "betting" &&
      schedule !== null &&
      timesOf(schedule, state.round).entropy === "drand"
    );
  }

  /** It may take any time, but no longer than the round for who waits for the next. */
  #untilDecidedMs(): number {
    const { state, schedule, clock } = this;
    const { random } = this.#around;
    const nextMs = roundStartMs((state?.round ?? 0) + 1, schedule?.intervalMs ?? 0);
    const waitMs = UNDECIDED_MS[this.#isStreaming ? "streaming" : "polling"] * (1 + random());
    const leftMs = nextMs - clock.now() + (this.#isStreaming ? LATE_MS : SETTLE_MS);
    return leftMs > 0 ? Math.min(waitMs, leftMs) : waitMs;
  }

  #fail(error: unknown): number {
    const { localNow, random } = this.#around;
    const nowMs = localNow();
    this.#failingSinceMs = this.#failures === 0 ? nowMs : this.#failingSinceMs;
    this.#failures += 1;
    this.#askAtMs = Math.min(this.#askAtMs, nowMs);
    // What was not there may have been away like all else.
    this.#isUnscheduled = false;
    if (error instanceof ApiError && error.status === 503) {
      this.link = error.reason === "suspended" ? "suspended" : "maintenance";
      this.#onChange();
      return (
        Math.min(error.retryAfterMs ?? MAX_MAINTENANCE_MS, MAX_MAINTENANCE_MS) +
        random() * SPREAD_MS
      );
    }
    this.link = this.#failures > 2 ? "offline" : "stale";
    this.#onChange();
    // The longer it lasts the less often: after an outage of three minutes it is over within two seconds.
    const backOffMs = Math.max((nowMs - this.#failingSinceMs) / 100, MIN_BACK_OFF_MS);
    return Math.min(backOffMs, MAX_BACK_OFF_MS) * (0.5 + random() / 2);
  }
}

/** Where in the course of rounds a state is: a number that grows. */
const placeOf = ({ round, phase }: RoundState) => round * PHASES.length + PHASES.indexOf(phase);

/** Whether no round is missing between those that are known. */
function isUnbroken(results: readonly HistoryEntry[]): boolean {
  return results.every(({ round }, index) => round === (results[0]?.round ?? 0) - index);
}

/** Whether a state brings a phase that is later than the last. */
function isAhead(state: RoundState, last: RoundState | null): boolean {
  return last === null || placeOf(state) > placeOf(last);
}

/**
 * Whether an answer is older than the one before, as happens when two replicas' clocks differ a
 * little. Far behind is no slip but a corrected clock: that is followed.
 */
function isBehind(state: RoundState, last: RoundState | null): boolean {
  return last !== null && placeOf(state) < placeOf(last) && state.round >= last.round - 1;
}
