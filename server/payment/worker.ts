import { dropLease, takeLease } from "../store/lease.ts";
import { dueClaims, dueClaimsOf } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { createFairOrder } from "./fair-order.ts";
import { settle } from "./settle.ts";
import type { SettleDeps } from "./settle.ts";
import { sightClaimed } from "./sight-claimed.ts";
import { isUnusable } from "./tron/node-watch.ts";
import type { NodeWatch } from "./tron/node-watch.ts";
import type { NodeAnswer, TronNode } from "./tron/node.ts";

/** Collaborators of the worker. */
export interface WorkerDeps extends SettleDeps {
  readonly node: TronNode;
  readonly watch: NodeWatch;
  /** Identifies this process; unique. */
  readonly holder: string;
}

/** Looks up claimed transactions until each claim is decided. */
export interface PaymentWorker {
  /**
   * Starts the look-ups that are due, unless another process holds the lease, and resolves when they
   * are done. May be called again meanwhile, so that new claims do not wait for a look-up that hangs.
   * Never rejects.
   */
  work(): Promise<void>;
  /** Aborts the look-ups under way, which loses nothing, and lets another process take over. */
  stop(): Promise<void>;
}

const LEASE = "payments";
/**
 * Renewed every second while there is work, so payments pause no longer than this after a process was
 * killed. If two processes work at once nevertheless, they look twice and credit once.
 */
const LEASE_MS = 5_000;
/** Look-ups at a time, each for another account. This stays below the limits of public nodes. */
const AT_ONCE = 5;
/** Accounts considered for the next look-up: all of them, except in a flood. */
const CONSIDERED = 1_000;
/** How long a node that answered "busy" is not asked anything. */
const BUSY_REST_MS = 3_000;

/** The worker of this process. All its state is in the store, so a restart loses nothing. */
export function paymentWorker(deps: WorkerDeps): PaymentWorker {
  const { store, node, watch, now, log, holder } = deps;
  const fairOrder = createFairOrder();
  /** The transaction being looked up for each account. One each, so that a slow one delays nobody else. */
  const lookedUp = new Map<string, string>();
  const looks = new Set<Promise<void>>();
  const stopped = new AbortController();
  let beginning: Promise<void> | undefined;
  let isMoreDue = false;
  let restsUntilMs = 0;

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
    if (stopped.signal.aborted || isUnusable(watch.state) || now() < restsUntilMs) {
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
    for (const claim of fairOrder.sort(due)) {
      const isFree = looks.size < AT_ONCE && !hashes.has(claim.tx_hash);
      if (isFree && !stopped.signal.aborted) {
        hashes.add(claim.tx_hash);
        beginLook(claim);
      }
    }
  }

  function beginLook(claim: Claim): void {
    fairOrder.served(claim.account_id);
    lookedUp.set(claim.account_id, claim.tx_hash);
    const look: Promise<void> = lookFor(claim)
      .finally(() => looks.delete(look))
      .then(begin, (error: unknown) => log("payments unattended", { cause: String(error) }));
    looks.add(look);
  }

  async function lookFor({ account_id: accountId, tx_hash: hash }: Claim): Promise<void> {
    try {
      const answer = await answerOf(hash);
      if (stopped.signal.aborted) {
        return;
      }
      if (answer.kind === "unavailable" && answer.fault === "busy") {
        restsUntilMs = now() + BUSY_REST_MS;
      }
      // Several claims may name one transaction; the node is asked once.
      const claims = await dueClaimsOf(store, hash, now());
      await sightClaimed(deps, { hash, claims }, answer, watch.time.clockAheadMs);
      for (const claim of claims) {
        await settle(deps, claim, answer, watch.time);
      }
    } finally {
      lookedUp.delete(accountId);
    }
  }

  /** What the node says. Where even that fails, its claims wait like those of a node that is away. */
  async function answerOf(hash: string): Promise<NodeAnswer> {
    try {
      return await node.lookUp(hash, stopped.signal);
    } catch (error) {
      log("payment unsettled", { hash, cause: String(error) });
      return { kind: "unavailable", fault: "nonsense" };
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
