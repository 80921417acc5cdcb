import { randomUUID } from "node:crypto";
import { games } from "../../src/games/index.ts";
import type { StoreChanges } from "../access/store-changes.ts";
import type { ClosedReasonDeps } from "../oracle/closed-reason.ts";
import type { Oracle } from "../oracle/oracle.ts";
import { entryReader } from "../oracle/past-beacons.ts";
import type { WithPastBeacons } from "../oracle/past-beacons.ts";
import type { BoundedTime } from "../oracle/time-source.ts";
import { createNextTurn } from "../runtime/loop-turns.ts";
import { repeat, setBackgroundTimer } from "../runtime/timers.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { releaseLease, takeLease } from "../store/lease.ts";
import { createCallQueue } from "./call-queue.ts";
import { manualCalls } from "./calls.ts";
import { openEventFinder } from "./due-events.ts";
import type { FindDue } from "./due-events.ts";
import { readRecipients, stateOf } from "./endpoint-states.ts";
import type { EndpointState, Recipient } from "./endpoint-states.ts";
import { appendEvents, readEnds } from "./event-log.ts";
import type { LogEnds } from "./event-log.ts";
import { createPayloads } from "./payloads.ts";
import { mayCall } from "./retries.ts";
import { createSender } from "./sender.ts";
import type { SenderDeps } from "./sender.ts";

/*
 * How a webhook is sent: `due-events` finds a game's events; `event-log` stores them and selects the next one for an
 * endpoint; `call-queue` chooses the endpoints to call; `payloads` creates the body; `signature` signs it; `post` calls
 * the endpoint; `sender` records the outcome; `retries` determines when to call again; `endpoint-states` tracks the
 * endpoint's progress.
 */

/** Sends webhooks to all endpoints, from one server at a time, and individual webhooks on request. */
export type Webhooks = ReturnType<typeof createWebhooks>;

export interface WebhooksDeps extends ClosedReasonDeps, SenderDeps {
  readonly changes: Pick<StoreChanges, "onChange">;
  readonly oracle: Oracle;
  readonly withPastBeacons: WithPastBeacons;
  readonly time: () => BoundedTime;
  readonly setTimer: SetTimer;
  /** The service's URL; null if unknown, so that payloads contain only paths. */
  readonly baseUrl: string | null;
  /** Called with the number of endpoints in each state; null while another server sends. */
  readonly showEndpoints: (states: Readonly<Record<EndpointState, number>> | null) => void;
}

const CHECK_MS = 250;
const LEASE = "webhooks";
/** How soon another server takes over after one is killed. */
const LEASE_MS = 10_000;
const RENEW_MS = 1_000;
/** How long stopping waits for running calls. */
const STOP_MS = 2_000;

export function createWebhooks(deps: WebhooksDeps) {
  const { store, oracle, clock, time, now, poster, log } = deps;
  const holder = randomUUID();
  const nextTurn = createNextTurn();
  const entryOf = entryReader(oracle, deps.withPastBeacons);
  const payloads = createPayloads({ oracle, entryOf }, deps.baseUrl);
  const send = createSender(deps, payloads, startOver);
  const queue = createCallQueue(isDue, serve);
  let recipients: ReadonlyMap<string, Recipient> = new Map();
  /** Each game's event finder; undefined while this server does not send. */
  let finders: readonly FindDue[] | undefined;
  let logEnds: LogEnds | undefined;
  /** When this server's lease ends, epoch ms; -Infinity while another server has it. */
  let heldUntilMs = -Infinity;
  let isChanged = true;
  let hasEndpoints = false;
  let isStopping = false;
  let checking = Promise.resolve();
  let stopTimer = async () => {};

  deps.changes.onChange(async () => {
    isChanged = true;
  });

  /** Takes the lease, or renews it once a second. */
  async function holdLease(): Promise<boolean> {
    const nowMs = now();
    const renewedAtMs = heldUntilMs - LEASE_MS;
    if (nowMs < renewedAtMs || nowMs - renewedAtMs >= RENEW_MS) {
      const endsAtMs = nowMs + LEASE_MS;
      const isHeld = await takeLease(store, LEASE, holder, { nowMs, endsAtMs });
      heldUntilMs = isHeld ? endsAtMs : -Infinity;
    }
    return now() < heldUntilMs;
  }

  async function checkOnce(): Promise<void> {
    const currentTime = time();
    if (clock.fault() !== null) {
      return;
    }
    if (isChanged && finders === undefined) {
      // Reset before the query, so that an endpoint added in the meantime is picked up.
      isChanged = false;
      const anyEndpoint = store.db.selectFrom("webhook_endpoint").select("id").limit(1);
      hasEndpoints = (await anyEndpoint.executeTakeFirst()) !== undefined;
    }
    if (!hasEndpoints) {
      return;
    }
    if (!(await holdLease())) {
      if (finders !== undefined) {
        reset();
        recipients = new Map();
      }
      return;
    }
    if (isChanged || finders === undefined) {
      isChanged = false;
      recipients = await readRecipients(store, recipients);
      hasEndpoints = recipients.size > 0;
      if (!hasEndpoints) {
        reset();
        return;
      }
      finders ??= await openFinders();
    }
    const found = await Promise.all(finders.map((find) => find(currentTime)));
    const added = found.flat().toSorted((a, b) => a.atMs - b.atMs);
    await appendEvents(store, added);
    logEnds = added.length > 0 || logEnds === undefined ? await readEnds(store) : logEnds;
    for (const recipient of recipients.values()) {
      queue.offer(recipient);
    }
    deps.showEndpoints(countStates(recipients.values(), now()));
  }

  async function openFinders(): Promise<FindDue[]> {
    const progressMs = [...recipients.values()].map(({ progress }) => progress.seq_at);
    const sinceMs = Math.min(now(), ...progressMs);
    const from = { ...deps, entryOf, nextTurn };
    return Promise.all(games.map((game) => openEventFinder(game, sinceMs, from)));
  }

  const maySend = () => !isStopping && clock.fault() === null && now() < heldUntilMs;

  function isDue(recipient: Recipient): boolean {
    const hasPending = logEnds !== undefined && recipient.progress.seq < logEnds.last.seq;
    return hasPending && mayCall(recipient, now()) && maySend();
  }

  async function serve(recipient: Recipient): Promise<void> {
    // One call begins in each turn of the event loop.
    await nextTurn();
    if (logEnds !== undefined && maySend()) {
      await send(recipient, logEnds);
    }
  }

  /** Makes the next check read everything again before anything is sent. */
  function reset(): void {
    finders = undefined;
    logEnds = undefined;
    heldUntilMs = -Infinity;
    deps.showEndpoints(null);
  }

  /** Starts over after an error. Endpoint progress stays in memory. */
  function startOver(error: unknown): void {
    reset();
    isChanged = true;
    log("webhook worker failed", { cause: String(error) });
  }

  function check(): Promise<void> {
    checking = checking.then(() => (isStopping ? undefined : checkOnce())).catch(startOver);
    return checking;
  }

  return {
    start: () => void (stopTimer = repeat(check, CHECK_MS, deps.setTimer, 0)),
    /** Checks now, for example when a beacon arrives. Never rejects. */
    check,
    manualCalls: async () => manualCalls(store, await deps.vault(), payloads, poster),
    /** Waits briefly for running calls, interrupts the others, and lets another server take over. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all([stopTimer(), checking]);
      const cancel = setBackgroundTimer(() => poster.stop(), STOP_MS);
      await queue.clear();
      cancel();
      poster.stop();
      await releaseLease(store, LEASE, holder).catch(() => {});
    },
  };
}

function countStates(recipients: Iterable<Recipient>, nowMs: number) {
  const states = { on: 0, failing: 0, off: 0, resting: 0 };
  for (const { endpoint, validUntilMs, progress } of recipients) {
    states[stateOf(endpoint, nowMs >= validUntilMs, progress.tries > 0)] += 1;
  }
  return states;
}
