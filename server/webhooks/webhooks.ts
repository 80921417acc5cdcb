import { games } from "../../src/games/index.ts";
import type { StoreChanges } from "../access/store-changes.ts";
import type { Vault } from "../access/vault.ts";
import type { WithPastBeacons } from "../fairness/past-beacons.ts";
import type { ClosedReasonDeps } from "../rounds/closed-reason.ts";
import type { Oracle } from "../rounds/oracle.ts";
import type { Log } from "../runtime/log.ts";
import { loopTurns } from "../runtime/loop-turns.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Store } from "../store/store.ts";
import type { BoundedTime } from "../time/bounded-time.ts";
import type { ServiceClock } from "../time/service-clock.ts";
import { nextFor } from "./backlog.ts";
import { createDispatcher } from "./dispatcher.ts";
import type { WebhookOutcome } from "./dispatcher.ts";
import { stateOf } from "./endpoint-states.ts";
import type { EndpointState } from "./endpoint-states.ts";
import type { Line } from "./lines.ts";
import { createNotes } from "./notes.ts";
import { createPayloads, entriesOf } from "./payloads.ts";
import type { Poster } from "./poster.ts";
import { createSenderLease } from "./sender-lease.ts";
import { switchOff } from "./switch-off.ts";
import type { MailOwner } from "./switch-off.ts";
import { readWorkingSet } from "./working-set.ts";
import type { WorkingSet } from "./working-set.ts";

/*
 * The way of a webhook: `due-events` finds what has happened in a game and `event-log` stores it; `backlog` says
 * what an endpoint gets next; `dispatcher` sends it, one at a time for each endpoint, as `slots` allow;
 * `payloads` makes its body; `poster` hands it to `post-thread`, where `post` calls the endpoint; `notes` writes
 * what came of it.
 */

/** Sends webhooks to all endpoints, from one server at a time. */
export interface Webhooks {
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
  /** Opens the vault of the endpoints' secrets. */
  readonly vault: () => Promise<Vault>;
  readonly oracle: Oracle;
  readonly withPastBeacons: WithPastBeacons;
  readonly clock: Pick<ServiceClock, "fault" | "isDoubted">;
  readonly time: () => BoundedTime;
  readonly now: () => number;
  readonly setTimer: SetTimer;
  readonly poster: Poster;
  readonly baseUrl: string | null;
  readonly mailOwner: () => Promise<MailOwner>;
  /** Identifies this server among all on the store. */
  readonly holder: string;
  /** 0 to 1. */
  readonly chance: () => number;
  readonly log: Log;
  readonly count: (outcome: WebhookOutcome) => void;
  /** How many endpoints there are in each state; null while another server sends. */
  readonly showEndpoints: (states: Readonly<Record<EndpointState, number>> | null) => void;
}

/** The longest that nobody looks. */
const LOOK_MS = 1_000;
/** Viewers come first: what happens at a moment is looked for so long after it. */
const BEHIND_MS = 100;
/** How long a stop waits for calls under way. */
const STOP_MS = 2_000;

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { store, oracle, clock, time, now, setTimer, poster, log } = deps;
  const nextTurn = loopTurns();
  const notes = createNotes(store);
  const lease = createSenderLease(store, deps.holder, now);
  const entryOf = entriesOf(oracle, deps.withPastBeacons);
  const dispatcher = createDispatcher({
    payloads: createPayloads({ oracle, entryOf }, deps.baseUrl),
    poster,
    notes,
    now,
    maySend: () =>
      !isStopping && held.events !== undefined && clock.fault() === null && lease.isHeld(),
    isTimeSure: () => !clock.isDoubted(),
    chance: deps.chance,
    nextTurn,
    switchOff: putOff,
    count: deps.count,
    report: ({ endpoint }, cause) =>
      log("webhook not made", { endpoint: endpoint.id, cause: String(cause) }),
  });
  /** Empty while this server does not send. */
  let held: Partial<WorkingSet> = {};
  let isChanged = true;
  let isStopping = false;
  let hasEndpoints = false;
  let looking: Promise<void> | undefined;
  let noting: Promise<void> | undefined;
  let cancelTimer = () => {};

  deps.changes.onChange(async () => {
    isChanged = true;
  });

  async function putOff({ endpoint }: Line, reason: "failed" | "gone"): Promise<void> {
    const { id, resumedAtMs: sinceMs } = endpoint;
    log("webhook endpoint off", { endpoint: id, reason });
    await switchOff(store, { id, sinceMs, reason }, await deps.mailOwner(), now());
  }

  async function lookOnce(): Promise<void> {
    // Asking for the time is what brings the clock's fault up to date.
    const present = time();
    if (clock.fault() !== null) {
      return;
    }
    if (isChanged && held.events === undefined) {
      isChanged = false;
      hasEndpoints = await hasAny(store);
    }
    if (!hasEndpoints) {
      return;
    }
    const holding = await lease.hold();
    if (holding === "refused") {
      leave();
      return;
    }
    if (holding === "renewed" && held.lines !== undefined) {
      noting ??= notes
        .write()
        .catch(startOver)
        .finally(() => (noting = undefined));
      deps.showEndpoints(countStates(held.lines.values(), now()));
    }
    const { events, followed, lines } = await workingSet();
    hasEndpoints = lines.size > 0;
    if (!hasEndpoints) {
      leave();
      lease.doubt();
      return;
    }
    const found = await Promise.all(followed.map((game) => game.find(events, present)));
    const happened = found.flat().toSorted((a, b) => a.atMs - b.atMs);
    if (happened.length > 0) {
      await events.append(happened);
    }
    await dispatcher.begin(lines.values(), events);
  }

  async function workingSet(): Promise<WorkingSet> {
    const { events, followed, lines } = held;
    if (events !== undefined && followed !== undefined && lines !== undefined && !isChanged) {
      return { events, followed, lines };
    }
    isChanged = false;
    const vault = await deps.vault();
    const read = await readWorkingSet({ ...deps, vault, entryOf, nextTurn }, held);
    held = read;
    return read;
  }

  /** Another server sends, or nobody need. */
  function leave(): void {
    held = {};
    deps.showEndpoints(null);
  }

  /** Something failed, such as the store: what is known of it is read again, and where endpoints stand is kept. */
  function startOver(error: unknown): void {
    held = held.lines === undefined ? {} : { lines: held.lines };
    isChanged = true;
    lease.doubt();
    deps.showEndpoints(null);
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
    async waiting() {
      await look();
      const { lines, events } = held;
      return [...(lines?.values() ?? [])].filter(
        ({ isOff, isBusy, goodUntilMs, endpoint, progress }) =>
          !isOff &&
          now() < goodUntilMs &&
          (isBusy || (events !== undefined && nextFor(endpoint, progress, events) !== undefined)),
      ).length;
    },
    async stop() {
      isStopping = true;
      cancelTimer();
      await looking;
      const stopped = dispatcher.stop();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, STOP_MS)));
      await Promise.race([stopped, late]);
      clearTimeout(timer);
      await poster.stop();
      await stopped;
      // Also after the lease is over: what another server has noted since is not overwritten.
      await noting;
      await notes.write().catch(() => {});
      await lease.drop().catch(() => {});
    },
  };
}

async function hasAny({ db }: Store): Promise<boolean> {
  const row = await db.selectFrom("webhook_endpoint").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

function countStates(lines: Iterable<Line>, nowMs: number): Record<EndpointState, number> {
  const states = { on: 0, failing: 0, off: 0, resting: 0 };
  for (const { isOff, goodUntilMs, progress } of lines) {
    const isResting = nowMs >= goodUntilMs;
    const state = stateOf({ isOff, isResting, isFailing: progress.tries > 0 });
    states[state] += 1;
  }
  return states;
}
