import { dropLease, takeLease } from "../store/lease.ts";
import { dueClaims, dueClaimsOf } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { createTurns } from "./fair-order.ts";
import { settle } from "./settle.ts";
import type { SettleDeps } from "./settle.ts";
import { isOfNoUse } from "./tron/node-watch.ts";
import type { NodeWatch } from "./tron/node-watch.ts";
import type { TronNode } from "./tron/node.ts";

/** What the worker works with. */
export interface WorkerDeps extends SettleDeps {
  readonly node: TronNode;
  readonly watch: NodeWatch;
  /** Tells this process from all others. */
  readonly holder: string;
}

/** Looks up the transactions that were named, until each is decided. */
export interface PaymentWorker {
  /**
   * Begins what is due now, unless another process is at it, and resolves once nothing is left of it.
   * May be called meanwhile: what came due then need not wait for a look-up that hangs. Never rejects.
   */
  work(): Promise<void>;
  /** Gives up the look-ups under way, which cost nothing, and lets another process take over. */
  stop(): Promise<void>;
}

const LEASE = "payments";
/**
 * Renewed each second while there is work, so that payments stand still for no longer than this after
 * a process was killed. If two are at work nevertheless, they look twice and credit once.
 */
const LEASE_MS = 5_000;
/** Look-ups at a time, each for another account. A quick node, so asked, stays below public limits. */
const AT_ONCE = 5;
/** Accounts that are considered for the next look-up: all of them, but for a flood. */
const CONSIDERED = 1_000;
/** How long nothing is asked of a node that has enough. */
const BUSY_REST_MS = 3_000;

/** The worker of this process. Everything it has to know is in the store: a restart loses nothing. */
export function paymentWorker(deps: WorkerDeps): PaymentWorker {
  const { store, node, watch, now, log, holder } = deps;
  const turns = createTurns();
  /** The transaction that is looked up now for an account. One each: who makes it hang waits alone. */
  const lookedUp = new Map<string, string>();
  const looks = new Set<Promise<void>>();
  const stopped = new AbortController();
  let beginning: Promise<void> | undefined;
  let isMoreDue = false;
  let restsUntilMs = 0;

  /** Fills the free places, and again if one became free meanwhile. */
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
      // Nothing is believed of a node before it has said whose it is.
      await asked;
    }
    if (stopped.signal.aborted || isOfNoUse(watch.state) || now() < restsUntilMs) {
      return;
    }
    const hashes = new Set(lookedUp.values());
    const due = (await dueClaims(store, now(), CONSIDERED)).filter(
      ({ account_id: account, tx_hash: hash }) => !lookedUp.has(account) && !hashes.has(hash),
    );
    if (due.length === 0 && looks.size === 0) {
      return;
    }
    const nowMs = now();
    if (!(await takeLease(store, LEASE, holder, { nowMs, endsAtMs: nowMs + LEASE_MS }))) {
      return;
    }
    for (const claim of turns.inTurn(due)) {
      const isFree = looks.size < AT_ONCE && !hashes.has(claim.tx_hash);
      if (isFree && !stopped.signal.aborted) {
        hashes.add(claim.tx_hash);
        beginLook(claim);
      }
    }
  }

  function beginLook(claim: Claim): void {
    turns.take(claim.account_id);
    lookedUp.set(claim.account_id, claim.tx_hash);
    const look: Promise<void> = lookFor(claim)
      .finally(() => looks.delete(look))
      .then(begin, (error: unknown) => log("payments unattended", { cause: String(error) }));
    looks.add(look);
  }

  async function lookFor({ account_id: accountId, tx_hash: hash }: Claim): Promise<void> {
    try {
      const answer = await node.lookUp(hash, stopped.signal);
      if (stopped.signal.aborted) {
        return;
      }
      if (answer.kind === "unavailable" && answer.fault === "busy") {
        restsUntilMs = now() + BUSY_REST_MS;
      }
      // Several invoices may name one transaction; the node is asked once.
      for (const claim of await dueClaimsOf(store, hash, now())) {
        await settle(deps, claim, answer, watch.time);
      }
    } finally {
      lookedUp.delete(accountId);
    }
  }

  async function idle(): Promise<void> {
    while (beginning !== undefined || looks.size > 0) {
      await Promise.all([beginning, ...looks]);
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
