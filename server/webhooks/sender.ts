import type { Vault } from "../access/vault.ts";
import { loopTurns } from "../runtime/loop-turns.ts";
import type { Store } from "../store/store.ts";
import { nextFor } from "./backlog.ts";
import type { Next } from "./backlog.ts";
import { createDispatcher } from "./dispatcher.ts";
import type { WebhookOutcome } from "./dispatcher.ts";
import { stateOf } from "./endpoint-states.ts";
import type { EndpointState } from "./endpoint-states.ts";
import { openEventLog } from "./event-log.ts";
import type { EventLog, RoundEvent } from "./event-log.ts";
import { readLines } from "./lines.ts";
import type { Line } from "./lines.ts";
import { createNotes } from "./notes.ts";
import type { Poster } from "./poster.ts";

/** How many endpoints there are in each state. */
export type EndpointCounts = Readonly<Record<EndpointState, number>>;

/** What was sent, by its outcome, since it was last asked. */
export type OutcomeCounts = Readonly<Partial<Record<WebhookOutcome, number>>>;

/** Sends endpoints what has happened and notes what came of it. Takes and gives data alone. */
export interface Sender extends Pick<Poster, "post"> {
  /**
   * Reads the endpoints. Those that are known go on from where they stand.
   *
   * @param isAnew whether to read what has happened as well.
   * @returns how many there are, and when the oldest event happened that one of them had last, epoch ms.
   */
  load(isAnew: boolean): Promise<{ readonly endpoints: number; readonly sinceMs: number }>;
  /** Adds what has happened, and begins with all endpoints that have something to get. */
  begin(order: {
    readonly happened: readonly RoundEvent[];
    readonly permit: Permit;
  }): Promise<{ readonly states: EndpointCounts; readonly outcomes: OutcomeCounts }>;
  /** Begins no more calls until the next `begin`. */
  pause(): Promise<void>;
  /** Pauses, and forgets the endpoints: another server sends. */
  forget(): Promise<void>;
  /** Notes what was sent since. */
  note(): Promise<void>;
  /** How many endpoints have something to get, or are being called. */
  waiting(): Promise<number>;
  /** Waits for calls under way a moment, interrupts the others, and notes how they ended. */
  stop(): Promise<void>;
}

/** A sender that may end by itself, and is then started again. */
export interface RestartedSender extends Sender {
  /** False for a while after it has ended. */
  isReady(): boolean;
}

/** What a sender may do. */
export interface Permit {
  /** How long it may begin calls, epoch ms: no other server does until then. */
  readonly untilMs: number;
  /** Whether the time is certain enough to give an endpoint up. */
  readonly isTimeSure: boolean;
}

/** What a sender asks of the thread that answers requests. Data alone. */
export interface SenderHost {
  /** The body of a webhook; undefined while its result is not confirmed. */
  body(next: Next): Promise<string | undefined>;
  switchOff(endpoint: {
    readonly id: string;
    /** When it was last switched on, epoch ms. */
    readonly sinceMs: number;
    readonly reason: "failed" | "gone";
  }): Promise<void>;
  /** Reports a webhook that could not be made or noted. */
  report(fault: { readonly endpoint: string; readonly cause: string }): Promise<void>;
}

export interface SenderDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly poster: Poster;
  readonly host: SenderHost;
  /** Epoch ms. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly chance: () => number;
}

/** How long a stop waits for calls under way. */
const STOP_MS = 2_000;
const NOT_NOW: Permit = { untilMs: -Infinity, isTimeSure: false };

export function createSender({ store, vault, poster, host, now, chance }: SenderDeps): Sender {
  const notes = createNotes(store);
  const dispatcher = createDispatcher({
    body: (next) => host.body(next),
    poster,
    notes,
    now,
    maySend: () => now() < permit.untilMs,
    isTimeSure: () => permit.isTimeSure,
    chance,
    nextTurn: loopTurns(),
    switchOff: ({ endpoint: { id, resumedAtMs } }, reason) =>
      host.switchOff({ id, sinceMs: resumedAtMs, reason }),
    count: (outcome) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1),
    report: ({ endpoint }, cause) =>
      void host.report({ endpoint: endpoint.id, cause: String(cause) }),
  });
  let permit = NOT_NOW;
  let lines: ReadonlyMap<string, Line> = new Map();
  let log: EventLog | undefined;
  let outcomes: Partial<Record<WebhookOutcome, number>> = {};
  let noting: Promise<void> | undefined;

  return {
    post: (order) => poster.post(order),
    async load(isAnew) {
      if (isAnew || log === undefined) {
        log = await openEventLog(store);
      }
      lines = await readLines(store, vault, lines, (endpoint, damage) => {
        void host.report({ endpoint, cause: String(damage) });
      });
      const since = [...lines.values()].map(({ progress }) => progress.atMs);
      return { endpoints: lines.size, sinceMs: Math.min(...since) };
    },
    async begin(order) {
      if (log === undefined) {
        throw new Error("The endpoints were not loaded.");
      }
      permit = order.permit;
      log.take(order.happened);
      await dispatcher.begin(lines.values(), log);
      const counted = outcomes;
      outcomes = {};
      return { states: countStates(lines.values(), now()), outcomes: counted };
    },
    async pause() {
      permit = NOT_NOW;
    },
    async forget() {
      permit = NOT_NOW;
      lines = new Map();
      log = undefined;
    },
    async note() {
      noting ??= notes.write().finally(() => (noting = undefined));
      await noting;
    },
    async waiting() {
      return [...lines.values()].filter(
        ({ isOff, isBusy, goodUntilMs, endpoint, progress }) =>
          !isOff &&
          now() < goodUntilMs &&
          (isBusy || (log !== undefined && nextFor(endpoint, progress, log) !== undefined)),
      ).length;
    },
    async stop() {
      permit = NOT_NOW;
      const stopped = dispatcher.stop();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, STOP_MS)));
      await Promise.race([stopped, late]);
      clearTimeout(timer);
      poster.stop();
      await stopped;
      await noting?.catch(() => {});
      // Also after the lease is over: what another server has noted since is not overwritten.
      await notes.write().catch(() => {});
    },
  };
}

function countStates(lines: Iterable<Line>, nowMs: number): EndpointCounts {
  const states = { on: 0, failing: 0, off: 0, resting: 0 };
  for (const { isOff, goodUntilMs, progress } of lines) {
    const isResting = nowMs >= goodUntilMs;
    const state = stateOf({ isOff, isResting, isFailing: progress.tries > 0 });
    states[state] += 1;
  }
  return states;
}
