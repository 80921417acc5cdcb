import type { BetTiming } from "../../src/games/timing.ts";
import type { Snapshot } from "../../src/hud/table/snapshot.ts";
import type { Connection } from "../../src/wire/connection.ts";
import { InterruptibleDelay } from "../../src/wire/interruptible-delay.ts";
import type { HistoryEntry, RoundState, Schedule } from "../../src/wire/responses.ts";
import { JITTER_MS, RetryPolicy } from "../../src/wire/retry.ts";
import { isNewer, isOutdated } from "../../src/wire/state-order.ts";
import { History } from "./round-history.ts";
import type { FeedDeps } from "./round-history.ts";
import { Timetable } from "./timetable.ts";

/** Delay of a poll after a phase change, plus up to as much jitter, in ms. */
const SETTLE_MS = 40;
/** How long to wait for the stream to report a change before polling, plus up to as much jitter, in ms. */
const LATE_MS = 1_500;
/** Minimum time between polls for an expected change, in ms. */
const RETRY_MS = 150;
/** How often to poll for a round that waits for its beacon, plus up to as much jitter, in ms. */
const UNDECIDED_MS = { polling: 1_000, streaming: 5_000 } as const;
const UNSCHEDULED_MS = 300;
/** Calls to `wake` within this time of each other count as one, in ms. */
const WAKING_MS = 2_000;
const MAX_TIME_SAMPLES = 3;

/**
 * Follows one game. The stream reports each change; while it is down, the feed polls on each scheduled change, four
 * times a round. It never guesses a phase: `state` is always the server's latest response.
 */
export class StateFeed {
  state: RoundState | null = null;
  connection: Connection = "stale";
  readonly history: History;
  readonly timetable: Timetable;
  readonly #deps: FeedDeps;
  readonly #onChange: () => void;
  readonly #retry: RetryPolicy;
  readonly #delay = new InterruptibleDelay();
  #isStreaming = false;
  /** When to poll even if no change is due, local ms. */
  #pollAtMs = Number.POSITIVE_INFINITY;
  #polling = new AbortController();
  #wokeAtMs = Number.NEGATIVE_INFINITY;
  #respondedAtMs = Number.NaN;
  /** When the current phase was first received, local ms. */
  #phaseSinceMs = 0;

  constructor(deps: FeedDeps, onChange: () => void) {
    this.#deps = deps;
    this.#onChange = onChange;
    this.history = new History(deps, onChange);
    this.timetable = new Timetable(deps);
    this.#retry = new RetryPolicy(deps.random);
  }

  get slug(): string {
    return this.#deps.game.slug;
  }

  get results(): readonly HistoryEntry[] {
    return this.history.rounds;
  }

  get schedule(): Schedule | null {
    return this.timetable.schedule;
  }

  /** How long ago the server last sent the state, in ms; 0 before the first one. */
  get ageMs(): number {
    return Number.isNaN(this.#respondedAtMs) ? 0 : this.#deps.localNow() - this.#respondedAtMs;
  }

  /** How long the phase of `state` has run on the server's clock, in ms. */
  get elapsedMs(): number {
    const { state, timetable } = this;
    if (state !== null && timetable.isUnavailable) {
      return this.#deps.localNow() - this.#phaseSinceMs;
    }
    return state === null ? 0 : Math.max(0, timetable.elapsedMs(state) ?? 0);
  }

  /** Time left to bet on the server's clock, in whole ms; 0 outside betting. */
  get remainMs(): number {
    const { state } = this;
    if (state?.phase !== "betting" || state.remainMs === 0) {
      return 0;
    }
    const times = this.timetable.timesFor(state);
    const leftMs = times === null ? state.remainMs - this.ageMs : times.closesMs - this.elapsedMs;
    return Math.max(0, Math.floor(leftMs));
  }

  /** The state's round timing; the game's own until the server has sent a schedule. */
  get times(): BetTiming {
    const times = this.state === null ? null : this.timetable.timesFor(this.state);
    return times ?? this.#deps.game;
  }

  /** Starts from the snapshot in the page. `sentMs` and `receivedMs` are the page's own times, local ms. */
  adopt(snapshot: Snapshot, sentMs: number, receivedMs: number): void {
    this.timetable.adopt(snapshot.schedule, sentMs, receivedMs);
    this.history.rounds = snapshot.results;
    if (snapshot.state === null) {
      this.connection = snapshot.closed ?? "suspended";
      this.#onChange();
    } else {
      this.#setState(snapshot.state, sentMs, receivedMs);
    }
  }

  /** Follows the game until the signal is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    this.#deps.stream.run(signal, (state) => this.#receive(state, signal));
    while (!signal.aborted) {
      const polling = new AbortController();
      this.#polling = polling;
      let waitMs = 0;
      try {
        await this.#catchUp(AbortSignal.any([signal, polling.signal]));
        if (this.#retry.isFailing) {
          this.#retry.succeed();
          this.#deps.stream.retrySoon();
        }
        waitMs = this.#untilNextPollMs();
      } catch (error) {
        if (!signal.aborted && !polling.signal.aborted) {
          waitMs = this.#fail(error);
        }
      }
      await this.#delay.wait(waitMs, signal);
    }
  }

  /**
   * Checks immediately whether a request is due; call it when the page returns. If the page might have missed something
   * while asleep or offline, it fetches everything again and aborts running requests, which might never get a response.
   */
  wake(mayHaveMissed: boolean): void {
    if (mayHaveMissed) {
      const nowMs = this.#deps.localNow();
      this.timetable.clock.doubt();
      this.#pollAtMs = nowMs;
      // Several events can report the same return: keep the requests of the first.
      if (Math.abs(nowMs - this.#wokeAtMs) > WAKING_MS) {
        this.#wokeAtMs = nowMs;
        this.#polling.abort();
        this.#deps.stream.reconnect();
      }
    }
    this.#delay.interrupt();
  }

  #receive(state: RoundState | null, signal: AbortSignal): void {
    if (signal.aborted) {
      return;
    }
    const nowMs = this.#deps.localNow();
    if (state !== null) {
      this.#isStreaming = !isOutdated(state, this.state);
      this.#pollAtMs = Number.POSITIVE_INFINITY;
      this.#setState(state, Number.NEGATIVE_INFINITY, nowMs, signal);
      this.#delay.interrupt();
    } else if (this.#isStreaming) {
      this.#isStreaming = false;
      this.#pollAtMs = Math.min(this.#pollAtMs, nowMs + this.#deps.random() * JITTER_MS);
      this.#delay.interrupt();
    }
  }

  /** Fetches the state and the schedule if they are unknown or out of date. */
  async #catchUp(signal: AbortSignal): Promise<void> {
    const { timetable } = this;
    const { api, stream, localNow } = this.#deps;
    const sentMs = localNow();
    const leftMs = this.#leftMs();
    const isTimeDue = timetable.isDue;
    // A service that does not respond gets one request at a time.
    const time = isTimeDue && !this.#retry.isFailing ? timetable.fetch(signal) : null;
    if (leftMs <= 0 || sentMs >= this.#pollAtMs) {
      const [state] = await Promise.all([api.current(signal), time]);
      if (this.#isStreaming && leftMs < -LATE_MS && isNewer(state, this.state)) {
        this.#isStreaming = false;
        stream.retryLater();
      }
      this.#pollAtMs = Number.POSITIVE_INFINITY;
      this.#setState(state, sentMs, localNow(), signal);
    }
    await time;
    // The fastest response gives the best time, so stop once one is fast enough.
    for (let more = MAX_TIME_SAMPLES; more > 0 && isTimeDue && !timetable.isAccurate; more--) {
      await timetable.fetch(signal);
    }
  }

  #setState(state: RoundState, sentMs: number, receivedMs: number, signal?: AbortSignal): void {
    this.connection = "live";
    this.#respondedAtMs = receivedMs;
    this.timetable.learn(state, sentMs, receivedMs);
    if (!isOutdated(state, this.state)) {
      if (isNewer(state, this.state)) {
        this.#phaseSinceMs = receivedMs;
      }
      this.state = state;
      this.history.add(state, signal);
    }
    this.#onChange();
  }

  /** Time until the phase ends on the server's clock, in ms; 0 if unknown. */
  #leftMs(): number {
    return this.state === null ? 0 : (this.timetable.leftMs(this.state) ?? 0);
  }

  #untilNextPollMs(): number {
    const { localNow, random } = this.#deps;
    if (this.timetable.isUnavailable) {
      return UNSCHEDULED_MS;
    }
    const leftMs = this.#leftMs();
    const waitMs = leftMs < 0 ? this.#untilDecidedMs() : null;
    const dueMs = waitMs ?? leftMs + (this.#isStreaming ? LATE_MS : SETTLE_MS) * (1 + random());
    return Math.min(Math.max(dueMs, RETRY_MS), this.#pollAtMs - localNow());
  }

  /**
   * How long to wait before polling again for a round whose beacon is late, in ms, ending by the
   * start of the next round. Null if the round does not wait for a beacon.
   */
  #untilDecidedMs(): number | null {
    const { state, timetable } = this;
    if (state?.phase !== "betting" || timetable.timesFor(state)?.entropy !== "drand") {
      return null;
    }
    const waitMs =
      UNDECIDED_MS[this.#isStreaming ? "streaming" : "polling"] * (1 + this.#deps.random());
    const leftMs =
      (timetable.leftOfRoundMs(state) ?? 0) + (this.#isStreaming ? LATE_MS : SETTLE_MS);
    return leftMs > 0 ? Math.min(waitMs, leftMs) : waitMs;
  }

  /** Records a failure, and returns how long to wait before a retry, in ms. */
  #fail(error: unknown): number {
    this.#pollAtMs = Math.min(this.#pollAtMs, this.#deps.localNow());
    // The schedule might have been missing only because the service was down.
    this.timetable.isUnavailable = false;
    const { connection, waitMs } = this.#retry.fail(error);
    this.connection = connection;
    this.#onChange();
    return waitMs;
  }
}
