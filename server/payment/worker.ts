import { LruMap } from "../runtime/lru-map.ts";
import { tokenBuckets } from "../runtime/token-bucket.ts";
import { releaseLease, takeLease } from "../store/lease.ts";
import { dueLookups, moveCursor, openCursors, postpone, storePage } from "./lookup-queue.ts";
import type { AddressCursor, DueLookup } from "./lookup-queue.ts";
import { recordResponse } from "./node-responses.ts";
import type { RecordDeps } from "./node-responses.ts";
import { isUnusable } from "./tron/node-watch.ts";
import type { NodeWatch } from "./tron/node-watch.ts";
import type { TronNode } from "./tron/node.ts";

/*
 * The course of a payment: the worker reads the node's lists for our addresses, and asks it for each listed
 * (`lookup-queue`) or claimed (`claims`) transaction. `node-responses` records the response: `transfers` stores incoming
 * transfers, `payment-decisions` finds the invoice, and `credit` makes the purchase. An owner decides about transfers
 * that fit no invoice (`review-list`, `review-actions`).
 */

export interface WorkerDeps extends RecordDeps {
  readonly node: TronNode;
  readonly watch: NodeWatch;
  readonly holder: string;
}

const LEASE = "payments";
/**
 * Renewed every second while there is work, so payments pause no longer than this after a process was killed. If
 * two processes do work at once, they look up twice and credit once.
 */
const LEASE_MS = 5_000;
/** Maximum number of simultaneous look-ups, each for another account, below the limits of public nodes. */
const MAX_PARALLEL = 5;
/** Maximum number of due look-ups that are compared: all accounts, except in a flood. */
const MAX_CONSIDERED = 1_000;
/** Maximum number of accounts whose last turn is remembered. */
const MAX_REMEMBERED = 10_000;
/** How long a busy or unreachable node is not asked for any transaction. */
const REST_MS = 3_000;
/** Faults of the node itself, rather than of one of its responses. */
const NODE_FAULTS: ReadonlySet<string> = new Set(["busy", "fault", "unreachable"]);
const LISTS_CHECKED_MS = 3_000;
/** How often an address is read while an invoice waits for a payment to it. */
const AWAITED_EVERY_MS = 20_000;
/** How often other addresses are read. */
const OTHERS_EVERY_MS = 5 * 60_000;
/** The pause after a list could not be read. */
const LIST_FAULT_MS = 60_000;
/** Maximum burst of pages per address. A page has up to 200 transfers, and each costs its sender a fee. */
const PAGES_AT_ONCE = 100;
/** The interval between further pages. */
const PAGE_EVERY_MS = 12_000;
/** How far back a list is read again, since entries may appear a little late. */
const OVERLAP_MS = 2 * 60_000;

/**
 * Creates the worker of this process, which reads the node's lists for our addresses, and looks up listed and claimed
 * transactions until they are decided. Its state is in the store, so a restart loses nothing.
 */
export function paymentWorker(deps: WorkerDeps) {
  const { store, node, watch, contract, now, log, holder } = deps;
  /** The transaction being looked up, by account: one at a time, so that a slow one does not delay other accounts. */
  const lookedUp = new Map<string | null, string>();
  /** Transactions whose look-up ended after the due ones were queried: the result may still list them. */
  const ended = new Set<string>();
  /** `turnCount` at each account's last turn. */
  const turns = new LruMap<string | null, number>(MAX_REMEMBERED);
  const pages = tokenBuckets({ burst: PAGES_AT_ONCE, everyMs: PAGE_EVERY_MS, now });
  const tasks = new Set<Promise<void>>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let beginning: Promise<void> | undefined;
  let isMoreDue = false;
  let turnCount = 0;
  let restsUntilMs = 0;
  let isReading = false;
  let nextListCheckMs = 0;
  let listFault: string | null = null;

  const logFailure = (error: unknown) => log("payment worker failed", { cause: String(error) });

  function begin(): void {
    // Also fills a slot that becomes free while `beginDue` runs.
    isMoreDue = true;
    beginning ??= (async () => {
      while (isMoreDue) {
        isMoreDue = false;
        await beginDue();
      }
    })()
      .catch(logFailure)
      .finally(() => (beginning = undefined));
  }

  async function beginDue(): Promise<void> {
    const checked = watch.check(signal);
    if (watch.state === "idle") {
      // A node's responses count only after it has named its network.
      await checked;
    }
    if (signal.aborted || isUnusable(watch.state)) {
      return;
    }
    const cursor = await dueCursor();
    ended.clear();
    const due = now() < restsUntilMs ? [] : await dueLookups(store, now(), MAX_CONSIDERED);
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
    for (const claim of due.toSorted((one, other) => lastTurn(one) - lastTurn(other))) {
      const { account_id: account, tx_hash: hash } = claim;
      const isFree = lookedUp.size < MAX_PARALLEL && !lookedUp.has(account);
      const isDue = !ended.has(hash) && !new Set(lookedUp.values()).has(hash);
      if (isFree && isDue && !signal.aborted) {
        turns.set(account, (turnCount += 1));
        lookedUp.set(account, hash);
        start(
          lookUp(claim).finally(() => {
            lookedUp.delete(account);
            ended.add(hash);
          }),
        );
      }
    }
  }

  function start(work: Promise<void>): void {
    const task: Promise<void> = work
      .catch(logFailure)
      .then(() => void tasks.delete(task))
      .then(begin);
    tasks.add(task);
  }

  /** A transaction that cannot be settled is looked up less and less often, so that it does not delay others. */
  async function lookUp(due: DueLookup): Promise<void> {
    try {
      const response = await node.lookUp(due.tx_hash, signal);
      if (signal.aborted) {
        return;
      }
      if (response.kind === "unavailable" && NODE_FAULTS.has(response.fault)) {
        restsUntilMs = now() + REST_MS;
      }
      await recordResponse(deps, due, response, watch.time);
    } catch (error) {
      log("payment unsettled", { hash: due.tx_hash, cause: String(error) });
      await postpone(store.db, due, deps, true);
    }
  }

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

  /** A list that cannot be read does not delay transactions that are already listed. */
  async function readOrPause(cursor: AddressCursor): Promise<void> {
    await readList(cursor).catch(logFailure);
    if (!signal.aborted) {
      await moveCursor(store.db, cursor, { read_at: now() });
    }
  }

  async function readList(cursor: AddressCursor): Promise<void> {
    const { address, since: startMs } = cursor;
    let fingerprint: string | null = null;
    let times = [0];
    do {
      if (!pages.take(address)) {
        break;
      }
      const query = { contract, address, sinceMs: startMs, fingerprint };
      const page = await node.list(query, signal);
      if (signal.aborted) {
        return;
      }
      const fault = typeof page === "string" ? page : null;
      if (fault !== listFault) {
        log("payment list", { state: fault ?? "ok" });
      }
      listFault = fault;
      if (typeof page === "string") {
        nextListCheckMs = now() + LIST_FAULT_MS;
        return;
      }
      times = [Math.max(...times), ...page.transfers.map(({ blockTimeMs }) => blockTimeMs)];
      const isEnd = page.next === null;
      // In a list that is not in order of time, nothing may be skipped before its end.
      const isInOrder = times.every((timeMs, index) => timeMs >= (times[index - 1] ?? 0));
      const newestMs = isEnd || isInOrder ? Math.max(...times) : 0;
      const sinceMs = Math.max(startMs, nextSince(newestMs, isEnd));
      await storePage(store, cursor, page.transfers, { sinceMs, nowMs: now() });
      fingerprint = page.next;
      // Listed transactions are looked up while the rest of the list is read.
      begin();
    } while (fingerprint !== null);
  }

  /** Where the next reading begins. A list with times in the future must not make us skip the current time. */
  function nextSince(newestMs: number, isEnd: boolean): number {
    const latestMs = (watch.time.solidMs ?? now()) - OVERLAP_MS;
    return Math.min(isEnd ? newestMs - OVERLAP_MS : newestMs, latestMs);
  }

  async function idle(): Promise<void> {
    while (beginning !== undefined || tasks.size > 0) {
      await Promise.all([beginning, ...tasks]);
    }
    await watch.check(signal);
  }

  return {
    /**
     * Starts the due work, unless another process holds the lease, and resolves when it is done. May be called again
     * before that, so that new claims do not wait for a look-up that hangs. Never rejects.
     */
    work(): Promise<void> {
      begin();
      return idle();
    },
    /** Aborts running work, which loses nothing, and lets another process take over. */
    async stop(): Promise<void> {
      stopped.abort();
      await idle();
      await releaseLease(store, LEASE, holder).catch(() => {});
    },
  };
}
