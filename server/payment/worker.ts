import { rateLimit } from "../http/rate-limit.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { dropLease, takeLease } from "../store/lease.ts";
import { lookUpUnconfirmed, openCursors, recordReading, storePage } from "./lists.ts";
import type { AddressCursor } from "./lists.ts";
import { dueLookups, nextLookDelayMs, postpone } from "./lookups.ts";
import type { DueLookup } from "./lookups.ts";
import { recordAnswer } from "./settle.ts";
import type { SettleDeps } from "./settle.ts";
import { isUnusable } from "./tron/node-watch.ts";
import type { NodeWatch } from "./tron/node-watch.ts";
import type { TronNode } from "./tron/node.ts";

/** Collaborators of the worker. */
export interface WorkerDeps extends SettleDeps {
  readonly node: TronNode;
  readonly watch: NodeWatch;
  /** Identifies this process; unique. */
  readonly holder: string;
}

/** Reads what the nodes list for our addresses, and looks up what is listed or claimed until it is decided. */
export interface PaymentWorker {
  /**
   * Starts what is due, unless another process holds the lease, and resolves when it is done. May be called
   * again meanwhile, so that new claims do not wait for a look-up that hangs. Never rejects.
   */
  work(): Promise<void>;
  /** Aborts what is under way, which loses nothing, and lets another process take over. */
  stop(): Promise<void>;
}

const LEASE = "payments";
/**
 * Renewed every second while there is work, so payments pause no longer than this after a process was
 * killed. If two processes work at once nevertheless, they look twice and credit once.
 */
const LEASE_MS = 5_000;
/** Look-ups at a time, each in the turn of another account. This stays below the limits of public nodes. */
const AT_ONCE = 5;
/** Accounts considered for the next look-up: all of them, except in a flood. */
const CONSIDERED = 1_000;
/** Accounts whose last turn is remembered. Older ones count as never served. */
const REMEMBERED = 10_000;
/** How long a node that is busy or away is not asked for any transaction. */
const REST_MS = 3_000;
/** How often the store is asked whether a list is due. */
const LISTS_CHECKED_MS = 3_000;
/** An address is read this often while an invoice waits for a payment to it, and else now and then. */
const AWAITED_EVERY_MS = 20_000;
const OTHERS_EVERY_MS = 5 * 60_000;
/** The pause after a fault. */
const LIST_FAULT_MS = 60_000;
/**
 * Pages of one address at once, and how often another. Each fills the store with up to 200 rows, and what is listed costs
 * a node that lies nothing. To send so much, a stranger pays by the transfer.
 */
const PAGES_AT_ONCE = 100;
const PAGE_EVERY_MS = 12_000;
/** How far back a list is read again, since it may gain an entry a little late. */
const OVERLAP_MS = 2 * 60_000;

/** The worker of this process. All its state is in the store, so a restart loses nothing. */
export function paymentWorker(deps: WorkerDeps): PaymentWorker {
  const { store, node, watch, contract, now, random, log, holder } = deps;
  /** The transaction being looked up for each account. One each, so that a slow one delays nobody else. */
  const lookedUp = new Map<string | null, string>();
  /** When each account last had a turn, as a running count. */
  const turns = new LruMap<string | null, number>(REMEMBERED);
  const pages = rateLimit({ burst: PAGES_AT_ONCE, everyMs: PAGE_EVERY_MS, now });
  const tasks = new Set<Promise<void>>();
  const stopped = new AbortController();
  let beginning: Promise<void> | undefined;
  let isMoreDue = false;
  let turnCount = 0;
  let restsUntilMs = 0;
  let isReading = false;
  let nextListCheckMs = 0;
  let listFault: string | null = null;

  /** Fills the free slots, and again if one became free meanwhile. */
  function begin(): void {
    isMoreDue = true;
    beginning ??= (async () => {
      try {
        while (isMoreDue) {
          isMoreDue = false;
          await beginDue();
        }
      } catch (error) {
        log("payments unattended", { cause: String(error) });
      } finally {
        beginning = undefined;
      }
    })();
  }

  async function beginDue(): Promise<void> {
    const asked = watch.look(stopped.signal);
    if (watch.state === "unasked") {
      // A node's answers count only after it has said which network it is on.
      await asked;
    }
    if (stopped.signal.aborted || isUnusable(watch.state)) {
      return;
    }
    const cursor = await dueCursor();
    const due = await dueNow();
    if (cursor === undefined && due.length === 0 && tasks.size === 0) {
      return;
    }
    const nowMs = now();
    if (!(await takeLease(store, LEASE, holder, { nowMs, endsAtMs: nowMs + LEASE_MS }))) {
      return;
    }
    if (cursor !== undefined && !isReading) {
      isReading = true;
      start(readOrPause(cursor).finally(() => (isReading = false)));
    }
    const lastTurn = ({ account_id: id }: DueLookup) => turns.get(id) ?? 0;
    const hashes = new Set(lookedUp.values());
    for (const each of due.toSorted((one, other) => lastTurn(one) - lastTurn(other))) {
      const { account_id: account, tx_hash: hash } = each;
      if (lookedUp.size < AT_ONCE && !hashes.has(hash) && !stopped.signal.aborted) {
        hashes.add(hash);
        turns.set(account, (turnCount += 1));
        lookedUp.set(account, hash);
        start(lookUp(each).finally(() => lookedUp.delete(account)));
      }
    }
  }

  async function dueNow(): Promise<DueLookup[]> {
    if (now() < restsUntilMs) {
      return [];
    }
    const hashes = new Set(lookedUp.values());
    return (await dueLookups(store, now(), CONSIDERED)).filter(
      ({ account_id: account, tx_hash: hash }) => !lookedUp.has(account) && !hashes.has(hash),
    );
  }

  function start(work: Promise<void>): void {
    const task: Promise<void> = work
      .catch((error: unknown) => log("payments unattended", { cause: String(error) }))
      .then(() => void tasks.delete(task))
      .then(begin);
    tasks.add(task);
  }

  /** A transaction that cannot be settled is looked up less and less often, so that it holds up no other. */
  async function lookUp(due: DueLookup): Promise<void> {
    try {
      const answer = await node.lookUp(due.tx_hash, stopped.signal);
      if (stopped.signal.aborted) {
        return;
      }
      if (answer.kind === "unavailable" && RESTS.has(answer.fault)) {
        restsUntilMs = now() + REST_MS;
      }
      await recordAnswer(deps, due, answer, watch.time);
    } catch (error) {
      log("payment unsettled", { hash: due.tx_hash, cause: String(error) });
      const delayMs = nextLookDelayMs(due.looks + 1, random(), true);
      await postpone(store.db, due, now() + delayMs);
    }
  }

  /** The address whose list is to be read now. */
  async function dueCursor(): Promise<AddressCursor | undefined> {
    const nowMs = now();
    if (isReading || nowMs < nextListCheckMs) {
      return undefined;
    }
    nextListCheckMs = nowMs + LISTS_CHECKED_MS;
    return (await openCursors(store, deps, nowMs)).find(
      ({ address, isAwaited, read_at: readAtMs }) =>
        nowMs - readAtMs >= (isAwaited ? AWAITED_EVERY_MS : OTHERS_EVERY_MS) && pages.has(address),
    );
  }

  /** A list that cannot be read keeps nothing waiting that was listed before. */
  async function readOrPause(cursor: AddressCursor): Promise<void> {
    try {
      await readList(cursor);
    } catch (error) {
      log("payments unattended", { address: cursor.address, cause: String(error) });
    }
    if (!stopped.signal.aborted) {
      await recordReading(store, cursor, now());
    }
  }

  async function readList(cursor: AddressCursor): Promise<void> {
    const { address, since: startMs } = cursor;
    let fingerprint: string | null = null;
    let times = [0];
    while (pages.take(address)) {
      const query = { contract, address, sinceMs: startMs, fingerprint };
      const page = await node.list(query, stopped.signal);
      if (stopped.signal.aborted) {
        return;
      }
      const fault = typeof page === "string" ? page : null;
      if (fault !== listFault) {
        log("payment list", { state: fault ?? "well" });
      }
      listFault = fault;
      if (typeof page === "string") {
        nextListCheckMs = now() + LIST_FAULT_MS;
        return;
      }
      times = [Math.max(...times), ...page.transfers.map(({ blockTimeMs }) => blockTimeMs)];
      const isEnd = page.next === null;
      // Of a list that is not in the order of time nothing may be skipped before its end.
      const newestMs = isEnd || isInOrder(times) ? Math.max(...times) : 0;
      const sinceMs = Math.max(startMs, sinceOf(newestMs, isEnd));
      await storePage(store, cursor, page.transfers, { sinceMs, nowMs: now() });
      fingerprint = page.next;
      // What is listed is looked up while the rest of the list is read.
      begin();
      if (fingerprint === null) {
        break;
      }
    }
    if (cursor.isAwaited) {
      const sinceMs = Math.min(watch.time.solidMs ?? Infinity, now()) - OVERLAP_MS;
      const query = { contract, address, sinceMs, fingerprint: null, isUnconfirmed: true };
      const page = await node.list(query, stopped.signal);
      // A node without such a list shows a payment once it is final, or named.
      if (typeof page !== "string" && !stopped.signal.aborted) {
        await lookUpUnconfirmed(store, cursor, page.transfers, now());
      }
    }
  }

  /** Where the next reading begins. A list that names the future must not make us skip the present. */
  function sinceOf(newestMs: number, isEnd: boolean): number {
    const latestMs = (watch.time.solidMs ?? now()) - OVERLAP_MS;
    return Math.min(isEnd ? newestMs - OVERLAP_MS : newestMs, latestMs);
  }

  async function idle(): Promise<void> {
    while (beginning !== undefined || tasks.size > 0) {
      await Promise.all([beginning, ...tasks]);
    }
    await watch.look(stopped.signal);
  }

  return {
    work() {
      begin();
      return idle();
    },
    async stop() {
      stopped.abort();
      await idle();
      await dropLease(store, LEASE, holder).catch(() => {});
    },
  };
}

/** What is wrong with the node, and not with one of its answers. */
const RESTS: ReadonlySet<string> = new Set(["busy", "fault", "unreachable"]);

function isInOrder(timesMs: readonly number[]): boolean {
  return timesMs.every((timeMs, index) => timeMs >= (timesMs[index - 1] ?? 0));
}
