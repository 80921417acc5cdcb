import { randomUUID } from "node:crypto";
import { games } from "../../src/games/index.ts";
import type { StoreChanges } from "../access/store-changes.ts";
import type { Vault } from "../access/vault.ts";
import type { ClosedReasonDeps } from "../oracle/closed-reason.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { WithPastBeacons } from "../oracle/past-beacons.ts";
import type { ServiceClock } from "../oracle/service-clock.ts";
import type { BoundedTime } from "../oracle/time-source.ts";
import type { Log } from "../runtime/log.ts";
import { loopTurns } from "../runtime/loop-turns.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { setBackgroundTimer } from "../runtime/timers.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { releaseLease, takeLease } from "../store/lease.ts";
import type { Store } from "../store/store.ts";
import { manualCalls, recordCall } from "./calls.ts";
import type { ManualCalls } from "./calls.ts";
import { openEventFinder } from "./due-events.ts";
import type { FindDue } from "./due-events.ts";
import { NO_FAILURE, readRecipients, stateOf } from "./endpoint-states.ts";
import type { EndpointState, Recipient } from "./endpoint-states.ts";
import { secretsAt, switchOff } from "./endpoints.ts";
import type { MailAccount } from "./endpoints.ts";
import { appendEvents, loggedResults, eventMessageId, nextFor, readEnds } from "./event-log.ts";
import type { LogEnds, Next } from "./event-log.ts";
import { createPayloads, entryReader } from "./payloads.ts";
import type { PostAnswer, Poster } from "./post.ts";

/*
 * The course of a webhook: `due-events` finds the events of a game; `event-log` stores them and selects the next
 * one for an endpoint; `payloads` creates the body; `post` signs it and calls the endpoint; `endpoint-states`
 * tracks the endpoint's progress.
 */

/** The outcome of a call, as a label of the metrics. */
export type WebhookOutcome = "delivered" | "failed" | "blocked" | "missed" | "switched_off";

/** The number of endpoints in each state. */
export type EndpointCounts = Readonly<Record<EndpointState, number>>;

/** Sends webhooks to all endpoints, from one server at a time, and single ones on a person's request. */
export interface Webhooks {
  /** Checks now, and then whenever an event is due, until it is stopped. */
  start(): void;
  /** Checks now, as when a beacon arrives. Never rejects. */
  check(): Promise<void>;
  manualCalls(): Promise<ManualCalls>;
  /** Waits briefly for running calls, interrupts the others, and lets another server take over. */
  stop(): Promise<void>;
}

export interface WebhooksDeps extends Omit<ClosedReasonDeps, "oracle"> {
  readonly store: Store;
  readonly changes: Pick<StoreChanges, "onChange">;
  readonly oracle: Oracle;
  readonly withPastBeacons: WithPastBeacons;
  readonly clock: Pick<ServiceClock, "fault">;
  readonly time: () => BoundedTime;
  /** Epoch ms. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
  /** 0 to 1, such as `Math.random`. */
  readonly chance: () => number;
  readonly poster: Poster;
  /** Opens the vault of the endpoints' secrets. */
  readonly vault: () => Promise<Vault>;
  /** The service's URL; null if unknown, so that payloads hold paths. */
  readonly baseUrl: string | null;
  readonly mailAccount: () => Promise<MailAccount>;
  readonly log: Log;
  readonly count: (outcome: WebhookOutcome) => void;
  /** Called with the number of endpoints in each state; null while another server sends. */
  readonly showEndpoints: (states: EndpointCounts | null) => void;
}

const CHECK_MS = 1_000;
/** Viewers come first: webhooks check for an event this long after it. */
const DELAY_BEHIND_VIEWERS_MS = 100;
const LEASE = "webhooks";
/** How soon another server takes over after one was killed. */
const LEASE_MS = 10_000;
const RENEW_MS = 1_000;
const MAX_PARALLEL = 300;
/** Maximum parallel calls to endpoints that failed last time. */
const MAX_PARALLEL_FAILING = 200;
/** Maximum cached bodies: enough for all games' last events. */
const MAX_BODIES = 64;
/** How long an endpoint waits for a webhook that cannot be created or sent yet. */
const RETRY_UNSENT_MS = 5_000;
/** How long stopping waits for running calls. */
const STOP_MS = 2_000;
const GONE_STATUS = 410;
/** How long an endpoint may fail before it is switched off. */
const GIVE_UP_MS = 3 * 86_400_000;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 3 * 3_600_000;
const JITTER = 0.2;

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { store, oracle, clock, time, now, setTimer, poster, log, count } = deps;
  const holder = randomUUID();
  const nextTurn = loopTurns();
  const entryOf = entryReader(oracle, deps.withPastBeacons);
  const payloads = createPayloads({ oracle, entryOf }, deps.baseUrl);
  const bodies = new LruMap<number, Promise<string | undefined>>(MAX_BODIES);
  /** Endpoints with pending webhooks, the longest waiting first. */
  const waiting = new Set<Recipient>();
  const underWay = new Map<Recipient, Promise<void>>();
  let recipients: ReadonlyMap<string, Recipient> = new Map();
  /** The event finder of each game; undefined while this server does not send. */
  let finders: readonly FindDue[] | undefined;
  let ends: LogEnds | undefined;
  let heldUntilMs = -Infinity;
  let renewedAtMs = -Infinity;
  let isChanged = true;
  let isStopping = false;
  let hasEndpoints = false;
  let checking: Promise<void> | undefined;
  let cancelTimer = () => {};

  deps.changes.onChange(async () => {
    isChanged = true;
  });

  /** Takes or renews the lease, once a second. */
  async function holdLease(): Promise<boolean> {
    const nowMs = now();
    if (nowMs < renewedAtMs || nowMs - renewedAtMs >= RENEW_MS) {
      const endsAtMs = nowMs + LEASE_MS;
      const isHeld = await takeLease(store, LEASE, holder, { nowMs, endsAtMs });
      renewedAtMs = nowMs;
      heldUntilMs = isHeld ? endsAtMs : -Infinity;
    }
    return now() < heldUntilMs;
  }

  async function checkOnce(): Promise<void> {
    const present = time();
    if (clock.fault() !== null) {
      return;
    }
    if (isChanged && finders === undefined) {
      hasEndpoints = await hasAny(store);
      isChanged = hasEndpoints;
    }
    if (!hasEndpoints) {
      return;
    }
    if (!(await holdLease())) {
      if (finders !== undefined) {
        forget();
        recipients = new Map();
      }
      return;
    }
    if (isChanged || finders === undefined) {
      isChanged = false;
      recipients = await readRecipients(store, recipients, (endpoint, damage) =>
        log("webhook endpoint damaged", { endpoint, cause: String(damage) }),
      );
      hasEndpoints = recipients.size > 0;
      if (!hasEndpoints) {
        forget();
        return;
      }
      finders ??= await openFinders();
    }
    const found = await Promise.all(finders.map((find) => find(present)));
    const added = found.flatMap((each) => each.events).toSorted((a, b) => a.atMs - b.atMs);
    await appendEvents(
      store,
      added,
      found.some((each) => each.isAfterGap),
    );
    ends = added.length > 0 || ends === undefined ? await readEnds(store) : ends;
    for (const recipient of recipients.values()) {
      offer(recipient);
    }
    deps.showEndpoints(countStates(recipients.values(), now()));
  }

  async function openFinders(): Promise<FindDue[]> {
    const sinceMs = Math.min(
      now(),
      ...[...recipients.values()].map(({ progress }) => progress.seq_at),
    );
    return Promise.all(
      games.map(async (game) => {
        const logged = await loggedResults(store, game.slug);
        return openEventFinder(game, { sinceMs, logged }, { ...deps, entryOf, nextTurn });
      }),
    );
  }

  const maySend = () =>
    !isStopping && finders !== undefined && clock.fault() === null && now() < heldUntilMs;

  /** Queues an endpoint if it has a pending webhook. */
  function offer(recipient: Recipient): void {
    const { isBusy, isOff, validUntilMs, progress } = recipient;
    const nowMs = now();
    const isDue =
      !isBusy && !isOff && nowMs < validUntilMs && isTryDue(progress.next_try_at, nowMs);
    if (isDue && maySend() && ends !== undefined && progress.seq < ends.last.seq) {
      recipient.isBusy = true;
      waiting.add(recipient);
      startSome();
    }
  }

  function startSome(): void {
    let failing = [...underWay.keys()].filter(({ progress }) => progress.tries > 0).length;
    for (const recipient of waiting) {
      const isFailing = recipient.progress.tries > 0;
      if (underWay.size >= MAX_PARALLEL) {
        return;
      }
      if (!isFailing || failing < MAX_PARALLEL_FAILING) {
        failing += isFailing ? 1 : 0;
        waiting.delete(recipient);
        underWay.set(recipient, serve(recipient));
      }
    }
  }

  async function serve(recipient: Recipient): Promise<void> {
    // One call begins in each turn of the event loop.
    await nextTurn();
    try {
      if (ends !== undefined && maySend()) {
        await sendNext(recipient, ends);
      }
    } catch (error) {
      recipient.progress.next_try_at = now() + RETRY_UNSENT_MS;
      log("webhook postponed", { endpoint: recipient.endpoint.id, cause: String(error) });
    } finally {
      recipient.isBusy = false;
      underWay.delete(recipient);
    }
    offer(recipient);
    startSome();
  }

  async function sendNext(recipient: Recipient, known: LogEnds): Promise<void> {
    const { seq, seq_at: atMs } = recipient.progress;
    const next = await nextFor(store, recipient.endpoint, { seq, atMs }, known);
    if (next === undefined) {
      // Events that it did not subscribe to count as received.
      Object.assign(recipient.progress, { seq: known.last.seq, seq_at: known.last.atMs });
      return;
    }
    const secrets = secretsAt(await deps.vault(), recipient.sealed, now());
    if (secrets === undefined) {
      throw new Error(
        "The endpoint's secret was encrypted with another key-encryption key. Restore that key.",
      );
    }
    const body = await bodyOf(next);
    if (body === undefined) {
      recipient.progress.next_try_at = now() + RETRY_UNSENT_MS;
      return;
    }
    const { id, url } = recipient.endpoint;
    const messageId =
      next.kind === "event" ? eventMessageId(id, next.event) : `${id}-missed-${next.seq}`;
    const sentAtMs = now();
    const response = await poster.post({ url, id: messageId, body, secrets, sentAtMs });
    if (response.fault === "interrupted") {
      // The server is stopping, so the endpoint did not fail.
      return;
    }
    await recordAnswer(recipient, next, response);
    const type = next.kind === "event" ? next.event.type : ("missed" as const);
    const call = { ...response, messageId, type, atMs: sentAtMs, isManual: false };
    // A crash before this sends the same webhook again. The next call writes the progress that this one could not.
    await store.lazyDb
      .transaction()
      .execute((transaction) => recordCall(transaction, id, call, recipient.progress))
      .catch(startOver);
  }

  async function recordAnswer(
    recipient: Recipient,
    next: Next,
    response: PostAnswer,
  ): Promise<void> {
    const { progress } = recipient;
    const nowMs = now();
    if (response.status !== null && response.status >= 200 && response.status < 300) {
      Object.assign(progress, { seq: next.seq, seq_at: next.atMs, ...NO_FAILURE });
      count(next.kind === "event" ? "delivered" : "missed");
      return;
    }
    progress.tries += 1;
    progress.failing_since ??= nowMs;
    progress.next_try_at = nowMs + retryPause(progress.tries, deps.chance());
    count(response.fault === "blocked" ? "blocked" : "failed");
    const isGone = response.status === GONE_STATUS;
    if (isGone || nowMs - progress.failing_since >= GIVE_UP_MS) {
      recipient.isOff = true;
      count("switched_off");
      const { id, resumedAtMs: sinceMs } = recipient.endpoint;
      const reason = isGone ? "gone" : "failed";
      log("webhook endpoint off", { endpoint: id, reason });
      await switchOff(store, { id, sinceMs, reason }, await deps.mailAccount(), nowMs);
    }
  }

  function bodyOf(next: Next): Promise<string | undefined> {
    if (next.kind === "missed") {
      return Promise.resolve(JSON.stringify(payloads.missed(next.missed, next.atMs)));
    }
    const body =
      bodies.get(next.seq) ??
      payloads.of(next.event, now()).then((payload) => payload && JSON.stringify(payload));
    bodies.set(next.seq, body);
    const forgetBody = () => bodies.delete(next.seq);
    body.then((text) => text === undefined && forgetBody(), forgetBody);
    return body;
  }

  /** Causes everything to be read again before anything is sent. */
  function forget(): void {
    finders = undefined;
    ends = undefined;
    renewedAtMs = -Infinity;
    deps.showEndpoints(null);
  }

  /** Something failed, such as the store. The progress of endpoints stays in memory. */
  function startOver(error: unknown): void {
    forget();
    isChanged = true;
    log("webhook worker failed", { cause: String(error) });
  }

  function check(): Promise<void> {
    const next = (checking ?? Promise.resolve())
      .then(() => (isStopping ? undefined : checkOnce()))
      .catch(startOver)
      .finally(() => {
        if (checking === next) {
          checking = undefined;
        }
      });
    checking = next;
    return next;
  }

  /** The time until an event may happen in a game, ms. */
  function untilNext(): number {
    const present = time();
    const moments = games.flatMap((game) => {
      const runningPhase = clock.fault() === null ? oracle.runningPhase(game, present) : null;
      return runningPhase === null
        ? []
        : [runningPhase.toMs - present.earliestMs, runningPhase.closesAtMs - present.latestMs];
    });
    return Math.min(
      CHECK_MS,
      ...moments.map((ms) => ms + DELAY_BEHIND_VIEWERS_MS).filter((ms) => ms > 0),
    );
  }

  function keepChecking(): void {
    void check().then(() => {
      if (!isStopping) {
        cancelTimer = setTimer(keepChecking, untilNext());
      }
    });
  }

  return {
    start: keepChecking,
    check,
    manualCalls: async () => manualCalls({ store, vault: await deps.vault(), payloads, poster }),
    async stop() {
      isStopping = true;
      cancelTimer();
      await checking;
      waiting.clear();
      const ended = Promise.all(underWay.values());
      const late = Promise.withResolvers<void>();
      const cancel = setBackgroundTimer(late.resolve, STOP_MS);
      await Promise.race([ended, late.promise]);
      cancel();
      poster.stop();
      await ended;
      await releaseLease(store, LEASE, holder).catch(() => {});
    },
  };
}

async function hasAny({ db }: Store): Promise<boolean> {
  const row = await db.selectFrom("webhook_endpoint").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

function countStates(recipients: Iterable<Recipient>, nowMs: number): EndpointCounts {
  const states = { on: 0, failing: 0, off: 0, resting: 0 };
  for (const { isOff, validUntilMs, progress } of recipients) {
    const isResting = nowMs >= validUntilMs;
    states[stateOf({ isOff, isResting, isFailing: progress.tries > 0 })] += 1;
  }
  return states;
}

/**
 * The pause after a number of failures in a row, ms: 5 s, 10 s, 20 s and so on, up to three hours; a fifth more or
 * less, so that endpoints that failed together do not return together.
 *
 * @param chance 0 to 1.
 */
export function retryPause(tries: number, chance: number): number {
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20));
  return Math.round(pauseMs * (1 - JITTER + 2 * JITTER * chance));
}

/** Whether it is time for the next attempt, or the clock was set back. */
function isTryDue(nextTryAtMs: number, nowMs: number): boolean {
  return nextTryAtMs <= nowMs || nextTryAtMs - nowMs > MAX_PAUSE_MS * (1 + JITTER);
}
