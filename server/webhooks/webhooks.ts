import { games } from "../../src/games/index.ts";
import type { StoreChanges } from "../access/store-changes.ts";
import type { Vault } from "../access/vault.ts";
import type { WithPastBeacons } from "../fairness/past-beacons.ts";
import type { ClosedReasonDeps } from "../rounds/closed-reason.ts";
import type { Oracle } from "../rounds/oracle.ts";
import type { Log } from "../runtime/log.ts";
import { loopTurns } from "../runtime/loop-turns.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { dropLease, takeLease } from "../store/lease.ts";
import type { Store } from "../store/store.ts";
import type { BoundedTime } from "../time/bounded-time.ts";
import type { ServiceClock } from "../time/service-clock.ts";
import { createDispatcher } from "./dispatcher.ts";
import type { WebhookOutcome } from "./dispatcher.ts";
import { followGame } from "./due-events.ts";
import type { DueEvents } from "./due-events.ts";
import { stateOf } from "./endpoint-states.ts";
import type { EndpointState } from "./endpoint-states.ts";
import { entriesOf } from "./entries.ts";
import { openEventLog } from "./event-log.ts";
import type { EventLog } from "./event-log.ts";
import { readLines } from "./lines.ts";
import type { Line } from "./lines.ts";
import { createNotes } from "./notes.ts";
import { createPayloads } from "./payloads.ts";
import type { Poster } from "./poster.ts";
import { switchOff } from "./switch-off.ts";
import type { MailOwner } from "./switch-off.ts";

/** Sends webhooks to all endpoints, from one server at a time. */
export interface Webhooks {
  /** Looks now and then on at the next moment at which something happens, until it is stopped. */
  start(): void;
  /** Looks now, as when a beacon came. Never rejects. */
  look(): Promise<void>;
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

const LEASE = "webhooks";
/** A server that was killed is followed by another one after this. */
const LEASE_MS = 10_000;
/** How often the lease is renewed and what was sent is noted; and the longest that nobody looks. */
const LOOK_MS = 1_000;
/** Viewers come first: what happens at a moment is looked for so long after it. */
const BEHIND_MS = 100;
/** How long a stop waits for calls under way. */
const STOP_MS = 2_000;

/** What the server that sends holds in memory. */
interface Desk {
  readonly events: EventLog;
  readonly followed: readonly DueEvents[];
  lines: Map<string, Line>;
}

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { store, oracle, withPastBeacons, clock, time, now, setTimer, poster, holder, log } = deps;
  const nextTurn = loopTurns();
  const notes = createNotes(store);
  const entryOf = entriesOf(oracle, withPastBeacons);
  const dispatcher = createDispatcher({
    payloads: createPayloads({ oracle, entryOf }, deps.baseUrl),
    poster,
    notes,
    now,
    maySend: () =>
      !isStopping && desk !== undefined && clock.fault() === null && now() < leasedUntilMs,
    isTimeSure: () => !clock.isDoubted(),
    chance: deps.chance,
    nextTurn,
    switchOff: putOff,
    count: deps.count,
    report: ({ endpoint }, cause) =>
      log("webhook not made", { endpoint: endpoint.id, cause: String(cause) }),
  });
  let desk: Desk | undefined;
  let leasedUntilMs = -Infinity;
  let renewedAtMs = -Infinity;
  let isChanged = true;
  let isStopping = false;
  let hasEndpoints = false;
  let looking: Promise<void> | undefined;
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
    if (isChanged && desk === undefined) {
      isChanged = false;
      hasEndpoints = await hasAny(store);
    }
    if (!hasEndpoints || !(await holdLease())) {
      return;
    }
    const held = await openDesk();
    if (held === undefined) {
      leaveDesk();
      return;
    }
    const found = await Promise.all(held.followed.map((game) => game.find(held.events, present)));
    const events = found.flat().toSorted((a, b) => a.atMs - b.atMs);
    if (events.length > 0) {
      await held.events.append(events);
    }
    await dispatcher.begin(held.lines.values(), held.events);
  }

  /** Renews the lease once a second, and notes what was sent since. */
  async function holdLease(): Promise<boolean> {
    const nowMs = now();
    if (nowMs >= renewedAtMs && nowMs - renewedAtMs < LOOK_MS) {
      return nowMs < leasedUntilMs;
    }
    const endsAtMs = nowMs + LEASE_MS;
    const isHeld = await takeLease(store, LEASE, holder, { nowMs, endsAtMs });
    renewedAtMs = nowMs;
    leasedUntilMs = isHeld ? endsAtMs : -Infinity;
    if (!isHeld) {
      leaveDesk();
      renewedAtMs = nowMs;
      return false;
    }
    if (desk !== undefined) {
      await notes.write(nextTurn);
      deps.showEndpoints(countStates(desk.lines.values(), nowMs));
    }
    return true;
  }

  /** Undefined when there are no endpoints. */
  async function openDesk(): Promise<Desk | undefined> {
    if (desk !== undefined && !isChanged) {
      return desk;
    }
    isChanged = false;
    const events = desk?.events ?? (await openEventLog(store));
    const known = desk?.lines ?? new Map<string, Line>();
    const lines = await readLines(store, await deps.vault(), known);
    hasEndpoints = lines.size > 0;
    if (!hasEndpoints) {
      return undefined;
    }
    if (desk === undefined) {
      const sinceMs = Math.min(now(), ...[...lines.values()].map(({ progress }) => progress.atMs));
      const follow = { ...deps, entryOf, nextTurn };
      const followed = games.map((game) => followGame(game, sinceMs, follow));
      desk = { events, followed, lines };
    }
    desk.lines = lines;
    return desk;
  }

  /** What this server holds in memory may be out of date, or be of no use any more. */
  function leaveDesk(): void {
    desk = undefined;
    renewedAtMs = -Infinity;
    deps.showEndpoints(null);
  }

  function look(): Promise<void> {
    const next = (looking ?? Promise.resolve())
      .then(() => (isStopping ? undefined : lookOnce()))
      .catch((error: unknown) => {
        leaveDesk();
        isChanged = true;
        log("webhooks unattended", { cause: String(error) });
      })
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
      await notes.write(nextTurn).catch(() => {});
      await dropLease(store, LEASE, holder).catch(() => {});
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
