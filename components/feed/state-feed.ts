import type { Game } from "../../src/games/contract.ts";
import type { BetTiming } from "../../src/games/timing.ts";
import type { Link } from "../../src/table/freshness.ts";
import type { Snapshot } from "../../src/table/snapshot.ts";
import type { HistoryEntry, RoundState, Schedule } from "../../src/wire.ts";
import type { StateApi } from "./api.ts";
import { Failures } from "./failures.ts";
import { History } from "./history.ts";
import type { StateStream } from "./live-stream.ts";
import { timerNap } from "./nap.ts";
import { SPREAD_MS } from "./spread.ts";
import { isAhead, isBehind } from "./state-order.ts";
import { Timetable } from "./timetable.ts";

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
/** Within this time of each other, reasons to wake are one, in ms. */
const WAKING_MS = 2_000;
/** The time is asked for up to so often until it is good. */
const TIME_SAMPLES = 3;

/**
 * Keeps up with one game. Its stream tells of each change; while there is none the feed asks for the
 * state when the schedule says that it changes, four times a round. It never guesses a phase:
 * `state` is what the server last said.
 */
export class StateFeed {
  state: RoundState | null = null;
  link: Link = "stale";
  readonly history: History;
  readonly timetable: Timetable;
  readonly #around: FeedSurroundings;
  readonly #onChange: () => void;
  readonly #failures: Failures;
  readonly #nap = timerNap();
  #isStreaming = false;
  /** When to ask although nothing is due, local ms. */
  #askAtMs = Number.POSITIVE_INFINITY;
  #asking = new AbortController();
  #wokeAtMs = Number.NEGATIVE_INFINITY;
  #answeredAtMs = Number.NaN;
  /** When the present phase was first heard of, local ms. */
  #phaseSinceMs = 0;

  /** `onChange` is called after every change of what this tells. */
  constructor(around: FeedSurroundings, onChange: () => void) {
    this.#around = around;
    this.#onChange = onChange;
    this.history = new History(around, onChange);
    this.timetable = new Timetable(around);
    this.#failures = new Failures(around.random);
  }

  /** Finished rounds, latest first. */
  get results(): readonly HistoryEntry[] {
    return this.history.rounds;
  }

  get schedule(): Schedule | null {
    return this.timetable.schedule;
  }

  /** How long ago the server last said the state, in ms; 0 before its first word. */
  get ageMs(): number {
    return Number.isNaN(this.#answeredAtMs) ? 0 : this.#around.localNow() - this.#answeredAtMs;
  }

  /** How far the phase that the server last named has run by its clock, in ms. */
  get elapsedMs(): number {
    const { state, timetable } = this;
    if (state !== null && timetable.isMissing) {
      return this.#around.localNow() - this.#phaseSinceMs;
    }
    return state === null ? 0 : Math.max(0, timetable.elapsedMs(state) ?? 0);
  }

  /** Left of the betting time by the server's clock, in ms; 0 outside betting. */
  get remainMs(): number {
    const { state } = this;
    if (state?.phase !== "betting" || state.remainMs === 0) {
      return 0;
    }
    const times = this.timetable.timesOf(state);
    const leftMs = times === null ? state.remainMs - this.ageMs : times.closesMs - this.elapsedMs;
    return Math.max(0, leftMs);
  }

  /** How the round of the state runs, as the game is known to where the server has not said it. */
  get times(): BetTiming {
    const times = this.state === null ? null : this.timetable.timesOf(this.state);
    return times ?? this.#around.game;
  }

  /** Starts from what the page brought along. `sentMs` and `receivedMs` are of the page's request. */
  adopt(snapshot: Snapshot, sentMs: number, receivedMs: number): void {
    this.timetable.adopt(snapshot.schedule, sentMs, receivedMs);
    this.history.rounds = snapshot.results;
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
        if (this.#failures.areAny) {
          this.#failures.forget();
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
      this.timetable.clock.doubt();
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
    const { timetable } = this;
    const { api, stream, localNow } = this.#around;
    const sentMs = localNow();
    const leftMs = this.#leftMs();
    const isTimeDue = timetable.isDue;
    // A service that does not answer is asked one thing at a time.
    const time = isTimeDue && !this.#failures.areAny ? timetable.ask(signal) : null;
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
    for (let more = TIME_SAMPLES; more > 0 && isTimeDue && !timetable.isGood; more--) {
      await timetable.ask(signal);
    }
  }

  #setState(state: RoundState, sentMs: number, receivedMs: number, signal?: AbortSignal): void {
    this.link = "live";
    this.#answeredAtMs = receivedMs;
    this.timetable.learn(state, sentMs, receivedMs);
    if (!isBehind(state, this.state)) {
      if (isAhead(state, this.state)) {
        this.#phaseSinceMs = receivedMs;
      }
      this.state = state;
      this.history.enter(state, signal);
    }
    this.#onChange();
  }

  /** Until the phase ends by the server's clock, in ms; nothing is left where that is unknown. */
  #leftMs(): number {
    return this.state === null ? 0 : (this.timetable.leftMs(this.state) ?? 0);
  }

  #untilNextAsking(): number {
    const { localNow, random } = this.#around;
    if (this.timetable.isMissing) {
      return UNSCHEDULED_MS;
    }
    const leftMs = this.#leftMs();
    const waitMs = leftMs < 0 ? this.#untilDecidedMs() : null;
    const dueMs = waitMs ?? leftMs + (this.#isStreaming ? LATE_MS : SETTLE_MS) * (1 + random());
    return Math.min(Math.max(dueMs, RETRY_MS), this.#askAtMs - localNow());
  }

  /**
   * How long to wait for a beacon, in ms: it may take any time, but no longer than the round for who
   * waits for the next. Null where no beacon is waited for.
   */
  #untilDecidedMs(): number | null {
    const { state, timetable } = this;
    if (state?.phase !== "betting" || timetable.timesOf(state)?.entropy !== "drand") {
      return null;
    }
    const waitMs =
      UNDECIDED_MS[this.#isStreaming ? "streaming" : "polling"] * (1 + this.#around.random());
    const leftMs =
      (timetable.leftOfRoundMs(state) ?? 0) + (this.#isStreaming ? LATE_MS : SETTLE_MS);
    return leftMs > 0 ? Math.min(waitMs, leftMs) : waitMs;
  }

  /** How long to wait after a failure, in ms. */
  #fail(error: unknown): number {
    const nowMs = this.#around.localNow();
    this.#askAtMs = Math.min(this.#askAtMs, nowMs);
    // What was not there may have been away like all else.
    this.timetable.isMissing = false;
    const { link, waitMs } = this.#failures.add(error, nowMs);
    this.link = link;
    this.#onChange();
    return waitMs;
  }
}
