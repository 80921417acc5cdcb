import { slugs } from "../../src/games/index.ts";
import { DAY_MS } from "../../src/round/phases.ts";
import type { Maintenance } from "../access/maintenance.ts";
import type { StoreChanges } from "../access/store-changes.ts";
import type { ServiceClock } from "../oracle/service-clock.ts";
import { countReview } from "../payment/review-list.ts";
import type { NodeState } from "../payment/tron/node-watch.ts";
import { diskFault } from "../store/data-folder.ts";
import type { Store } from "../store/store.ts";

export interface Check {
  /** The part's name in the metrics. */
  readonly code: string;
  /** The part's name for people. */
  readonly part: string;
  /** The fault and its remedy, in a sentence or two; null if there is none. */
  readonly fault: string | null;
}

export interface HealthSources {
  readonly store: Store;
  readonly dataDir: string;
  readonly clock: Pick<ServiceClock, "fault">;
  readonly changes: Pick<StoreChanges, "fault">;
  readonly maintenance: Maintenance;
  /** The games whose next UTC day is not published. */
  readonly unpublished: (nowMs: number) => readonly string[];
  /** How late the oldest needed beacon is, ms; 0 if none is late; null if no round needs a beacon. */
  readonly beaconLateMs: (nowMs: number) => number | null;
  /** The state of the payment node; null if nothing is sold, or before the first check. */
  readonly nodeState: () => NodeState | null;
}

/** Relays have a beacon within seconds. */
const BEACON_LATE_MS = 60_000;
const MAIL_LATE_MS = 10 * 60_000;
/**
 * Counts stop here, because they are repeated every ten seconds. Anybody can send tiny payments, and a broken mail
 * server fills the outbox.
 */
const MAX_COUNTED = 1_000;

/** Checks all parts. A part that cannot be checked counts as faulty. */
export function checkHealth(sources: HealthSources, nowMs: number): Promise<Check[]> {
  const { clock, changes, maintenance } = sources;
  const lateMs = sources.beaconLateMs(nowMs);
  const state = sources.nodeState();
  const checks: readonly (readonly [
    code: string,
    part: string,
    check: () => string | null | Promise<string | null>,
  ])[] = [
    ["clock", "Clock", () => clock.fault()],
    ["store", "Database", () => changes.fault],
    ["days", "Daily headers", () => daysFault(sources.unpublished(nowMs))],
    ["maintenance", "Maintenance", () => maintenanceFault(slugs.filter(maintenance.isDown))],
    ...(lateMs === null ? [] : [["beacons", "Beacons", () => beaconFault(lateMs)] as const]),
    ["disk", "Disk", () => diskFault(sources.dataDir)],
    ...(state === null ? [] : [["payment_node", "Payment node", () => nodeFault(state)] as const]),
    // Without the store, these two would raise false alarms.
    ...(changes.fault !== null
      ? []
      : ([
          ["mail", "Mail", () => mailFault(sources.store, nowMs)],
          ["review", "Payments in review", () => reviewFault(sources.store)],
        ] as const)),
  ];
  return Promise.all(
    checks.map(async ([code, part, check]) => {
      try {
        return { code, part, fault: await check() };
      } catch (error) {
        return { code, part, fault: `This part cannot be checked: ${String(error)}` };
      }
    }),
  );
}

function daysFault(games: readonly string[]): string | null {
  return games.length === 0
    ? null
    : `Tomorrow's header has not been published for ${games.join(", ")}. Without it, the rounds cannot be verified. The log says why ("day not published").`;
}

function maintenanceFault(games: readonly string[]): string | null {
  return games.length === 0
    ? null
    : `In maintenance: ${games.join(", ")}. To end it, run: npm run -s maintenance -- off all`;
}

function beaconFault(lateMs: number): string | null {
  return lateMs < BEACON_LATE_MS
    ? null
    : `A beacon is ${Math.round(lateMs / 1_000)} s late, so its rounds have no result. Check whether this machine can reach the relays in DRAND_RELAYS.`;
}

const NODE_FAULTS: Partial<Record<NodeState, string>> = {
  behind: "The payment node is behind: its newest block is old.",
  ahead:
    "The payment node's newest block is in the future: this machine's clock is slow. Correct it.",
  other_network: "The payment node is on a different network from USDT_CONTRACT.",
  no_contract: "The payment node does not know USDT_CONTRACT.",
};

function nodeFault(state: NodeState): string | null {
  if (state === "ok" || state === "idle") {
    return null;
  }
  const words = NODE_FAULTS[state] ?? `The payment node does not respond properly (${state}).`;
  return `${words} ${state === "ahead" ? "" : "Check TRON_URL. "}Payments wait, and nothing is lost.`;
}

async function mailFault({ db }: Store, nowMs: number): Promise<string | null> {
  const late = await db
    .selectFrom("outbox")
    .select(["fault"])
    .where("created_at", ">", nowMs - DAY_MS)
    .where((eb) =>
      eb.or([
        eb.and([eb("sealed", "is not", null), eb("created_at", "<", nowMs - MAIL_LATE_MS)]),
        eb.and([eb("sealed", "is not", null), eb("fault", "is not", null)]),
        eb.and([eb("sealed", "is", null), eb("sent_at", "is", null)]),
      ]),
    )
    .orderBy("created_at", "desc")
    .limit(MAX_COUNTED)
    .execute();
  const [last] = late;
  if (last === undefined) {
    return null;
  }
  const emails = late.length === 1 ? "One email" : `${formatCount(late.length)} emails`;
  return `${emails} from the last day could not be sent (${last.fault ?? "no server accepted it"}). Check SMTP_URL.`;
}

async function reviewFault(store: Store): Promise<string | null> {
  const waiting = await countReview(store, MAX_COUNTED);
  const payments = waiting === 1 ? "One payment is" : `${formatCount(waiting)} payments are`;
  return waiting === 0 ? null : `${payments} waiting for your decision.`;
}

function formatCount(count: number): string {
  return count < MAX_COUNTED ? String(count) : `${MAX_COUNTED} or more`;
}
