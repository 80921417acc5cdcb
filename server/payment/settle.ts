import type { Vault } from "../access/vault.ts";
import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";
import { postpone, rejectClaim } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { decideClaim } from "./decide-claim.ts";
import type { Decision } from "./decide-claim.ts";
import type { PaymentRules } from "./plan.ts";
import { hasTimedOut, nextLookDelayMs } from "./retry-schedule.ts";
import type { ChainTime } from "./tron/node-watch.ts";
import type { NodeAnswer } from "./tron/node.ts";

/** Collaborators of `settle`. */
export interface SettleDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly rules: PaymentRules;
  /** Epoch ms. */
  readonly now: () => number;
  /** 0 to below 1, such as `Math.random`. */
  readonly random: () => number;
  readonly log: Log;
  /** Learns what became of a payment, and how long it waited since its block and its claim. */
  readonly onDecided?: OnDecided;
}

/** Told of each payment that was decided: its final state, and how long that took. */
export type OnDecided = (state: DecidedState, waitedMs: number) => void;

/** How a payment ends; `unmatched` is one that nobody claimed and no invoice awaits. */
export type DecidedState = Decision["state"] | "unmatched";

/**
 * Decides, rejects or postpones a claim by the node's answer. A claim that cannot be settled is logged
 * and retried less and less often, so that it holds up no other.
 *
 * @throws StoreError when the claim cannot even be postponed.
 */
export async function settle(
  deps: SettleDeps,
  claim: Claim,
  answer: NodeAnswer,
  time: ChainTime,
): Promise<void> {
  try {
    await settleBy(deps, claim, answer, time);
  } catch (error) {
    deps.log("payment unsettled", { claim: claim.id, cause: String(error) });
    const state = claim.state === "seen" ? "seen" : "waiting";
    const nowMs = deps.now();
    const nextLookAtMs = nowMs + nextLookDelayMs(claim.looks + 1, 0.5, true);
    await postpone(deps.store, claim, state, nextLookAtMs);
  }
}

/** Only a solid receipt decides. Any other answer postpones the claim, until it times out. */
async function settleBy(
  deps: SettleDeps,
  claim: Claim,
  answer: NodeAnswer,
  { solidMs, clockAheadMs }: ChainTime,
): Promise<void> {
  const { store, now, random, log } = deps;
  const nowMs = now();
  if (answer.kind === "solid") {
    const { receipt } = answer;
    const decision = await decideClaim(deps, claim, receipt, { nowMs, clockAheadMs });
    const { state, reason } = decision;
    deps.onDecided?.(state, nowMs - Math.max(receipt.blockTimeMs, claim.created_at));
    log("payment", { claim: claim.id, state, ...(reason === null ? {} : { reason }) });
    return;
  }
  if (answer.kind === "unknown" && hasTimedOut(claim.created_at, nowMs, solidMs)) {
    await rejectClaim(store, claim, "not_found", nowMs);
    log("payment", { claim: claim.id, state: "rejected", reason: "not_found" });
    return;
  }
  if (answer.kind === "unavailable") {
    log("node unavailable", { fault: answer.fault });
  }
  // Once seen, a transaction stays seen, even if the node no longer answers.
  const state = answer.kind === "seen" || claim.state === "seen" ? "seen" : "waiting";
  const isUnknown = answer.kind === "unknown" && state === "waiting";
  const nextLookAtMs = nowMs + nextLookDelayMs(claim.looks + 1, random(), isUnknown);
  await postpone(store, claim, state, nextLookAtMs);
}
