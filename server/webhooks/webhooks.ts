import { games } from "../../src/games/index.ts";
import type { StoreChanges } from "../access/store-changes.ts";
import type { WithPastBeacons } from "../fairness/past-beacons.ts";
import type { ClosedReasonDeps } from "../rounds/closed-reason.ts";
import type { Oracle } from "../rounds/oracle.ts";
import type { Log } from "../runtime/log.ts";
import { loopTurns } from "../runtime/loop-turns.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Store } from "../store/store.ts";
import type { BoundedTime } from "../time/bounded-time.ts";
import type { ServiceClock } from "../time/service-clock.ts";
import type { Next } from "./backlog.ts";
import type { WebhookOutcome } from "./dispatcher.ts";
import { createPayloads, entriesOf } from "./payloads.ts";
import { createSenderLease } from "./sender-lease.ts";
import type { EndpointCounts, RestartedSender, Sender, SenderHost } from "./sender.ts";
import { switchOff } from "./switch-off.ts";
import type { MailOwner } from "./switch-off.ts";
import { readWorkingSet } from "./working-set.ts";
import type { WorkingSet } from "./working-set.ts";

/*
 * The way of a webhook: `due-events` finds what has happened in a game and `event-log` stores it. A `sender` does
 * the rest, in a thread of its own: `backlog` says what an endpoint gets next; `dispatcher` sends it, one at a
 * time for each endpoint, as `slots` allow; `poster` signs it and `post` calls the endpoint; `notes` writes what
 * came of it. The thread asks for the body, which `payloads` makes.
 */

/** Sends webhooks to all endpoints, from one server at a time. */
export interface Webhooks extends Pick<Sender, "post"> {
  /** Looks now and then on at the next moment at which something happens, until it is stopped. */
  start(): void;
  /** Looks now, as when a beacon came. Never rejects. */
  look(): Promise<void>;
  /** Looks, and gives how many endpoints have something to get, or are being called. */
  waiting(): Promise<number>;
  /** Waits for calls under way a moment, interrupts the others, and lets another server go on. */
  stop(): Promise<void>;
}

export interface WebhooksDeps extends Omit<ClosedReasonDeps, "oracle"> {
  readonly store: Store;
  readonly changes: Pick<StoreChanges, "onChange">;
  readonly oracle: Oracle;
  readonly withPastBeacons: WithPastBeacons;
  readonly clock: Pick<ServiceClock, "fault" | "isDoubted">;
  readonly time: () => BoundedTime;
  readonly now: () => number;
  readonly setTimer: SetTimer;
  /** @param onEnd is called when it has ended by itself, and knows only what it had noted. */
  readonly openSender: (host: SenderHost, onEnd: () => void) => RestartedSender;
  readonly baseUrl: string | null;
  readonly mailOwner: () => Promise<MailOwner>;
  /** Identifies this server among all on the store. */
  readonly holder: string;
  readonly log: Log;
  readonly count: (outcome: WebhookOutcome, times: number) => void;
  /** How many endpoints there are in each state; null while another server sends. */
  readonly showEndpoints: (states: EndpointCounts | null) => void;
}

/** The longest that nobody looks. */
const LOOK_MS = 1_000;
/** Viewers come first: what happens at a moment is looked for so long after it. */
const BEHIND_MS = 100;

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { store, oracle, clock, time, now, setTimer, log } = deps;
  const nextTurn = loopTurns();
  const lease = createSenderLease(store, deps.holder, now);
  const entryOf = entriesOf(oracle, deps.withPastBeacons);
  const payloads = createPayloads({ oracle, entryOf }, deps.baseUrl);
  const sender = deps.openSender({ body, switchOff: putOff, report }, forget);
  /** Undefined while this server does not send. */
  let held: WorkingSet | undefined;
  let isChanged = true;
  let isStopping = false;
  let hasEndpoints = false;
  let looking: Promise<void> | undefined;
  let cancelTimer = () => {};

  deps.changes.onChange(async () => {
    isChanged = true;
  });

  async function body(next: Next): Promise<string | undefined> {
    const payload =
      next.kind === "missed"
        ? payloads.missed(next.missed, next.atMs)
        : await payloads.of(next.event, now());
    return payload && JSON.stringify(payload);
  }

  async function putOff(endpoint: Parameters<SenderHost["switchOff"]>[0]): Promise<void> {
    log("webhook endpoint off", { endpoint: endpoint.id, reason: endpoint.reason });
    await switchOff(store, endpoint, await deps.mailOwner(), now());
  }

  async function report(fault: Parameters<SenderHost["report"]>[0]): Promise<void> {
    log("webhook not made", fault);
  }

  async function lookOnce(): Promise<void> {
    // Asking for the time is what brings the clock's fault up to date.
    const present = time();
    if (clock.fault() !== null) {
      await sender.pause();
      return;
    }
    if (isChanged && held === undefined) {
      isChanged = false;
      hasEndpoints = await hasAny(store);
    }
    if (!hasEndpoints) {
      return;
    }
    const holding = await lease.hold();
    if (holding === "refused") {
      await leave();
      return;
    }
    if (!sender.isReady()) {
      return;
    }
    if (holding === "renewed") {
      void sender.note().catch(startOver);
    }
    const { events, followed, endpoints } = await workingSet();
    hasEndpoints = endpoints > 0;
    if (!hasEndpoints) {
      await leave();
      lease.doubt();
      return;
    }
    const found = await Promise.all(followed.map((game) => game.find(events, present)));
    const added = found.flatMap((each) => each.events).toSorted((a, b) => a.atMs - b.atMs);
    const isAfterGap = found.some((each) => each.isAfterGap);
    const happened = await events.append(added, isAfterGap);
    const permit = { untilMs: lease.heldUntilMs(), isTimeSure: !clock.isDoubted() };
    const { states, outcomes } = await sender.begin({ happened, permit });
    deps.showEndpoints(states);
    for (const [outcome, times] of Object.entries(outcomes)) {
      deps.count(outcome as WebhookOutcome, times);
    }
  }

  async function workingSet(): Promise<WorkingSet> {
    if (held !== undefined && !isChanged) {
      return held;
    }
    isChanged = false;
    held = await readWorkingSet({ ...deps, entryOf, nextTurn, sender }, held);
    return held;
  }

  /** Another server sends, or nobody need. */
  async function leave(): Promise<void> {
    forget();
    await sender.forget();
  }

  /** What is known is read again before anything is sent. */
  function forget(): void {
    held = undefined;
    deps.showEndpoints(null);
  }

  /** Something failed, such as the store. The sender still knows where endpoints stand. */
  function startOver(error: unknown): void {
    if (!sender.isReady()) {
      // It has logged why itself.
      return;
    }
    forget();
    isChanged = true;
    lease.doubt();
    sender.pause().catch(() => {});
    log("webhooks unattended", { cause: String(error) });
  }

  function look(): Promise<void> {
    const next = (looking ?? Promise.resolve())
      .then(() => (isStopping ? undefined : lookOnce()))
      .catch(startOver)
      .finally(() => {
        if (looking === next) {
          looking = undefined;
        }
      });
    looking = next;
    return next;
  }

  /** Until the next moment at which something may happen in a game, ms. */
  function untilNext(): number {
    const present = time();
    const moments = games.flatMap((game) => {
      const standing = clock.fault() === null ? oracle.standing(game, present) : null;
      return standing === null
        ? []
        : [standing.toMs - present.earliestMs, standing.closesAtMs - present.latestMs];
    });
    return Math.min(LOOK_MS, ...moments.map((ms) => ms + BEHIND_MS).filter((ms) => ms > 0));
  }

  function lookAgain(): void {
    void look().then(() => {
      if (!isStopping) {
        cancelTimer = setTimer(lookAgain, untilNext());
      }
    });
  }

  return {
    start: lookAgain,
    look,
    post: (order) => sender.post(order),
    async waiting() {
      await look();
      return sender.waiting();
    },
    async stop() {
      isStopping = true;
      cancelTimer();
      await looking;
      await sender.stop();
      await lease.drop().catch(() => {});
    },
  };
}

async function hasAny({ db }: Store): Promise<boolean> {
  const row = await db.selectFrom("webhook_endpoint").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}
