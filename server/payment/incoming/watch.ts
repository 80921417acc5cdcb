import type { Vault } from "../../access/vault.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import type { Log } from "../../runtime/log.ts";
import { dropLease, takeLease } from "../../store/lease.ts";
import type { Store } from "../../store/store.ts";
import type { PaymentRules } from "../plan.ts";
import { hasTimedOut, nextLookDelayMs } from "../retry-schedule.ts";
import type { OnDecided } from "../settle.ts";
import { dueSightings } from "../sightings.ts";
import { isUnusable } from "../tron/node-watch.ts";
import type { NodeWatch } from "../tron/node-watch.ts";
import type { TronNode } from "../tron/node.ts";
import { openCursors, recordReading } from "./cursors.ts";
import type { AddressCursor } from "./cursors.ts";
import { decideTransfers } from "./decide-transfers.ts";
import { dueTransactions, recordLook, storePage } from "./listed.ts";
import type { ListedTransaction } from "./listed.ts";
import { findUnconfirmed, followSightings } from "./sight-unnamed.ts";

/** Collaborators of the watch. */
export interface IncomingWatchDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly rules: PaymentRules;
  readonly node: TronNode;
  readonly watch: NodeWatch;
  /** Token and receiving addresses, as people write them. */
  readonly contract: string;
  readonly addresses: readonly string[];
  readonly now: () => number;
  readonly random: () => number;
  readonly log: Log;
  /** Learns what became of a payment, and how long it waited since its block. */
  readonly onDecided?: OnDecided;
  /** Identifies this process; unique. */
  readonly holder: string;
}

/** Finds payments that nobody named, in the node's lists of what arrived. */
export interface IncomingWatch {
  /** Does what is due, unless another process does it or the last turn is still under way. Never rejects. */
  work(): Promise<void>;
  /** Aborts the turn under way, which loses nothing, and lets another process take over. */
  stop(): Promise<void>;
}

const LEASE = "incoming";
/** Longer than a turn. After a process was killed, another takes over so much later. */
const LEASE_MS = 30_000;
/** No new request begins this long into a turn. With the node's timeout it ends within the lease. */
const TURN_MS = 15_000;
/** An address is read this often while an invoice waits for a payment to it, and else now and then. */
const AWAITED_EVERY_MS = 20_000;
const OTHERS_EVERY_MS = 5 * 60_000;
/** The pause after a fault. */
const FAULT_PAUSE_MS = 60_000;
/** Of one address, before the next one's turn. */
const PAGES_A_TURN = 5;
/**
 * Pages of one address at once, and how often another. Each fills the store with up to 200 rows, and what is listed costs
 * a node that lies nothing. To send so much, a stranger pays by the transfer.
 */
const PAGES_AT_ONCE = 100;
const PAGE_EVERY_MS = 12_000;
const LOOKS_A_TURN = 20;
/** How far back the list is read again, since it may gain an entry a little late. */
const OVERLAP_MS = 2 * 60_000;
/** How often the store is asked whether something is due. */
const IDLE_MS = 3_000;

/** A list longer than a turn. */
interface Walk {
  /** What it was first asked for: a fingerprint goes with its query. */
  readonly sinceMs: number;
  readonly fingerprint: string | null;
  /** The newest block that it named. */
  readonly newestMs: number;
}

/** The watch of this process. What it must not forget is in the store. */
export function incomingWatch(deps: IncomingWatchDeps): IncomingWatch {
  const { store, node, watch, contract, now, random, log, holder } = deps;
  const stopped = new AbortController();
  /** The lists that go on in the next turn, by address. Where this is lost they begin again. */
  const walks = new Map<string, Walk>();
  const pages = rateLimit({ burst: PAGES_AT_ONCE, everyMs: PAGE_EVERY_MS, now });
  let lastFault: string | null = null;
  let turn: Promise<void> | undefined;
  let nextTurnMs = 0;

  async function takeTurn(): Promise<void> {
    const asked = watch.look(stopped.signal);
    if (watch.state === "unasked") {
      await asked;
    }
    if (stopped.signal.aborted || isUnusable(watch.state) || now() < nextTurnMs) {
      return;
    }
    nextTurnMs = now() + IDLE_MS;
    const startMs = now();
    const cursor = (await openCursors(store, deps, startMs)).find(
      ({ address, isAwaited, read_at }) => {
        const everyMs = isAwaited ? AWAITED_EVERY_MS : OTHERS_EVERY_MS;
        const isInTime = walks.has(address) || startMs - read_at >= everyMs;
        return isInTime && pages.has(address);
      },
    );
    const isDue =
      cursor !== undefined ||
      (await dueTransactions(store, contract, startMs, 1)).length > 0 ||
      (await dueSightings(store, startMs, 1)).length > 0;
    const lease = { nowMs: startMs, endsAtMs: startMs + LEASE_MS };
    if (!isDue || !(await takeLease(store, LEASE, holder, lease))) {
      return;
    }
    const isOver = () => stopped.signal.aborted || now() - startMs > TURN_MS;
    if (cursor !== undefined) {
      await readOrPause(cursor, isOver);
    }
    const due = await dueTransactions(store, contract, now(), LOOKS_A_TURN);
    let rests = lastFault !== null;
    for (const listed of due) {
      if (isOver() || !(await lookUp(listed))) {
        rests = true;
        break;
      }
    }
    // What is only shown comes after what is credited.
    if (!rests) {
      const turnLeft = { ended: stopped.signal, isOver };
      await followSightings(deps, turnLeft);
      if (cursor?.isAwaited === true) {
        await findUnconfirmed(deps, cursor.address, turnLeft);
      }
    }
    if (lastFault === null && (due.length === LOOKS_A_TURN || walks.size > 0)) {
      nextTurnMs = now();
    }
  }

  /** A list that cannot be taken over keeps nothing waiting that was listed before. */
  async function readOrPause(cursor: AddressCursor, isOver: () => boolean): Promise<void> {
    try {
      await readList(cursor, isOver);
    } catch (error) {
      log("payments unattended", { address: cursor.address, cause: String(error) });
      walks.delete(cursor.address);
      await recordReading(store, cursor, now());
    }
  }

  async function readList(cursor: AddressCursor, isOver: () => boolean): Promise<void> {
    const { address } = cursor;
    for (let page = 0; page < PAGES_A_TURN && !isOver() && pages.take(address); page++) {
      const walk = walks.get(address) ?? { sinceMs: cursor.since, fingerprint: null, newestMs: 0 };
      const answer = await node.list({ contract, address, ...walk }, stopped.signal);
      if (stopped.signal.aborted) {
        return;
      }
      reportFault(typeof answer === "string" ? answer : null);
      if (typeof answer === "string") {
        walks.delete(address);
        nextTurnMs = now() + FAULT_PAUSE_MS;
        break;
      }
      const timesMs = answer.transfers.map(({ blockTimeMs }) => blockTimeMs);
      const newestMs = Math.max(walk.newestMs, ...timesMs);
      // Of a list that is not in the order of time nothing may be skipped before its end.
      const isSkippable = answer.next === null || isInOrder([walk.newestMs, ...timesMs]);
      const sinceMs = Math.max(cursor.since, isSkippable ? sinceOf(newestMs) : 0);
      await storePage(store, cursor, answer.transfers, { sinceMs, nowMs: now() });
      if (answer.next === null) {
        walks.delete(address);
        break;
      }
      walks.set(address, { sinceMs: walk.sinceMs, fingerprint: answer.next, newestMs });
    }
    await recordReading(store, cursor, now());
  }

  /** Where the next reading begins. A list that names the future must not make us skip the present. */
  function sinceOf(newestMs: number): number {
    return Math.min(newestMs, watch.time.solidMs ?? now()) - OVERLAP_MS;
  }

  function reportFault(fault: string | null): void {
    if (fault !== lastFault) {
      log("payment list", { state: fault ?? "well" });
    }
    lastFault = fault;
  }

  /** Returns false when the node should rest. */
  async function lookUp(listed: ListedTransaction): Promise<boolean> {
    const { tx_hash: hash, address } = listed;
    const delayMs = nextLookDelayMs(listed.looks + 1, random(), false);
    try {
      const answer = await node.lookUp(hash, stopped.signal);
      if (stopped.signal.aborted) {
        return false;
      }
      const nowMs = now();
      const { solidMs, clockAheadMs } = watch.time;
      if (answer.kind === "solid") {
        const target = { contract, address };
        const at = { nowMs, clockAheadMs };
        for (const { state, reason } of await decideTransfers(deps, target, answer.receipt, at)) {
          deps.onDecided?.(state, nowMs - answer.receipt.blockTimeMs);
          log("payment found", { hash, state, ...(reason === null ? {} : { reason }) });
        }
        await recordLook(store, listed, { state: "done" });
        return true;
      }
      const isLost = answer.kind === "unknown" && hasTimedOut(listed.listed_at, nowMs, solidMs);
      const nextLookAtMs = nowMs + delayMs;
      await recordLook(store, listed, isLost ? { state: "unknown" } : { nextLookAtMs });
      if (answer.kind === "unavailable") {
        log("node unavailable", { fault: answer.fault });
      }
      return answer.kind !== "unavailable";
    } catch (error) {
      // Whatever cannot be settled waits, and nothing behind it does.
      log("payment unsettled", { hash, cause: String(error) });
      await recordLook(store, listed, { nextLookAtMs: now() + delayMs });
      return true;
    }
  }

  return {
    work() {
      turn ??= takeTurn()
        .catch((error: unknown) => log("payments unattended", { cause: String(error) }))
        .finally(() => (turn = undefined));
      return turn;
    },
    async stop() {
      stopped.abort();
      await turn;
      await dropLease(store, LEASE, holder).catch(() => {});
    },
  };
}

function isInOrder(timesMs: readonly number[]): boolean {
  return timesMs.every((timeMs, index) => timeMs >= (timesMs[index - 1] ?? 0));
}
