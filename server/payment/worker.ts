import type { Vault } from "../access/vault.ts";
import type { Log } from "../log.ts";
import { dropLease, takeLease } from "../store/lease.ts";
import type { Store } from "../store/store.ts";
import { dueClaims, postpone, rejectClaim } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { decideClaim } from "./decide.ts";
import { isHopeless, waitMs } from "./patience.ts";
import type { NodeAnswer, TronNode } from "./tron-node.ts";

/** What the worker works with. */
export interface WorkerDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly node: TronNode;
  /** Epoch ms. */
  readonly now: () => number;
  /** Below 1. */
  readonly chance: () => number;
  readonly log: Log;
  /** Tells this process from all others. */
  readonly holder: string;
}

/** Looks up the transactions that were named, until each is decided. */
export interface PaymentWorker {
  /** Does what is due now, unless another process is at it. Never rejects. */
  work(): Promise<void>;
  /** Waits for the work under way, and lets another process take over. */
  stop(): Promise<void>;
}

const LEASE = "payments";
/** Longer than any one look at a node and its decision take. */
const LEASE_MS = 60_000;
const AT_ONCE = 20;

/** The worker of this process. Everything it knows is in the store, so a restart loses nothing. */
export function paymentWorker(deps: WorkerDeps): PaymentWorker {
  const { store, now, log, holder } = deps;
  let working: Promise<void> | undefined;
  let stopping = false;

  async function workOnce(): Promise<void> {
    const due = await dueClaims(store, now(), AT_ONCE);
    // Several invoices may name one transaction; the node is asked once.
    const byHash = Map.groupBy(due, ({ tx_hash: hash }) => hash);
    for (const [hash, claims] of byHash) {
      const nowMs = now();
      const isOurs =
        !stopping && (await takeLease(store, LEASE, holder, { nowMs, endsAtMs: nowMs + LEASE_MS }));
      if (!isOurs) {
        return;
      }
      const answer = await deps.node.lookUp(hash);
      for (const claim of claims) {
        await settle(deps, claim, answer);
      }
    }
  }

  return {
    work() {
      working ??= workOnce()
        .catch((error: unknown) => log("payments unattended", { cause: String(error) }))
        .finally(() => (working = undefined));
      return working;
    },
    async stop() {
      stopping = true;
      await working;
      await dropLease(store, LEASE, holder).catch(() => {});
    },
  };
}

/** What an answer of the node means for a claim. Only a solid receipt decides; doubt waits. */
async function settle(
  { store, vault, now, chance, log }: WorkerDeps,
  claim: Claim,
  answer: NodeAnswer,
): Promise<void> {
  const nowMs = now();
  if (answer.kind === "solid") {
    const { state, reason } = await decideClaim(store, vault, claim, answer.receipt, nowMs);
    log("payment", { claim: claim.id, state, ...(reason === null ? {} : { reason }) });
    return;
  }
  if (answer.kind === "unknown" && isHopeless(claim.created_at, nowMs)) {
    await rejectClaim(store, claim, "not_found", nowMs);
    log("payment", { claim: claim.id, state: "rejected", reason: "not_found" });
    return;
  }
  if (answer.kind === "unavailable") {
    log("node unavailable", { fault: answer.fault });
  }
  // A node that is silent takes nothing back of what was seen.
  const state = answer.kind === "seen" || claim.state === "seen" ? "seen" : "waiting";
  const isUnknown = answer.kind === "unknown" && state === "waiting";
  await postpone(store, claim, state, nowMs + waitMs(claim.looks + 1, chance(), isUnknown));
}
