import { DAY_MS } from "../../src/round/phases.ts";
import type { Vault } from "../access/vault.ts";
import type { Log } from "../runtime/log.ts";
import { audit } from "../store/audit.ts";
import { serialized } from "../store/serialized.ts";
import type { Store, Transaction } from "../store/store.ts";
import { giveUp, undecidedClaims } from "./claims.ts";
import { receive } from "./credit.ts";
import { endLookup, postpone } from "./lookup-queue.ts";
import type { DueLookup } from "./lookup-queue.ts";
import { decideClaim, transferOf } from "./payment-decisions.ts";
import type { OpenClaim } from "./payment-decisions.ts";
import {
  arrivedIn,
  CONFIRMATIONS,
  decisionOn,
  deleteUndone,
  record,
  listTransfers,
} from "./transfers.ts";
import type { StoredTransfer } from "./transfers.ts";
import { parseTronAddress } from "./tron/identifiers.ts";
import type { ChainTime } from "./tron/node-watch.ts";
import type { NodeResponse } from "./tron/node.ts";
import type { Receipt } from "./tron/receipt.ts";

export interface RecordDeps {
  readonly store: Store;
  readonly vault: Vault;
  /** Token and receiving addresses, in base58. */
  readonly contract: string;
  readonly addresses: readonly string[];
  /** Epoch ms. */
  readonly now: () => number;
  /** 0 to below 1, such as `Math.random`. */
  readonly random: () => number;
  readonly log: Log;
  /** `waitedMs`: the time since the payment's block and its claim. */
  readonly onDecided?: (state: DecidedState, waitedMs: number) => void;
}

/** The final state of a payment; `unmatched` if nobody claimed it and no invoice awaits it. */
export type DecidedState = "paid" | "review" | "rejected" | "unmatched";

/** Records a node's response about a transaction and decides its final transfers, in one database transaction. */
export async function recordResponse(
  deps: RecordDeps,
  lookup: Pick<DueLookup, "tx_hash" | "looks">,
  response: NodeResponse,
  time: ChainTime,
): Promise<void> {
  const { store, now, log } = deps;
  switch (response.kind) {
    case "solid": {
      const decided = await serialized(store, (transaction) =>
        recordFinal(deps, transaction, response.receipt, time.clockAheadMs),
      );
      for (const { state, reason, waitedMs, ids } of decided) {
        deps.onDecided?.(state, waitedMs);
        log("payment", { ...ids, state, ...(reason !== null && { reason }) });
      }
      return;
    }
    case "seen":
      await serialized(store, async (transaction) => {
        await recordSeen(deps, transaction, response, time.clockAheadMs);
        await postpone(transaction, lookup, deps, false);
      });
      return;
    case "unavailable":
      log("node unavailable", { fault: response.fault });
      await postpone(store.lazyDb, lookup, deps, false);
      return;
    case "unknown":
      if (response.headFault === undefined) {
        await store.db
          .updateTable("transfer")
          .set({ gone_at: now(), looked_at: now(), confirmations: null })
          .where("tx_hash", "=", lookup.tx_hash)
          .where("state", "=", "seen")
          .where("gone_at", "is", null)
          .execute();
      }
      await recordUnknown(deps, lookup, time.solidMs);
  }
}

/** No transaction can enter a block later than a day after it was signed. */
const TIMEOUT_MS = DAY_MS;

/** Schedules another look-up of a transaction that no node knows, until it is too old for any block. */
async function recordUnknown(
  deps: RecordDeps,
  lookup: Pick<DueLookup, "tx_hash" | "looks">,
  solidMs: number | null,
): Promise<void> {
  const { now, log } = deps;
  const { db, lazyDb } = deps.store;
  const claims = await undecidedClaims(db, lookup.tx_hash);
  // A node that is behind may not know the transaction yet, so the day must have passed on the chain as well as here.
  const isExpired = (sinceMs: number) =>
    solidMs !== null && Math.min(now(), solidMs) - sinceMs > TIMEOUT_MS;
  const expired = claims.filter((claim) => isExpired(claim.created_at));
  const left = claims.filter((claim) => !expired.includes(claim));
  await giveUp(db, expired, now());
  for (const claim of expired) {
    log("payment", { claim: claim.id, state: "rejected", reason: "not_found" });
  }
  const known = await db
    .selectFrom("chain_lookup")
    .select("since")
    .where("tx_hash", "=", lookup.tx_hash)
    .executeTakeFirst();
  if (left.length === 0 && isExpired(known?.since ?? 0)) {
    await endLookup(db, lookup.tx_hash, "lost");
    return;
  }
  const isUnseen = left.every(({ state }) => state === "waiting");
  // A power cut may undo a look-up that found nothing, so made-up hashes cause no disk sync.
  await postpone(lazyDb, lookup, deps, isUnseen);
}

interface Decided {
  readonly state: DecidedState;
  readonly reason: string | null;
  readonly waitedMs: number;
  /** The fields that identify the transaction in the log. */
  readonly ids: Readonly<Record<string, string>>;
}

async function recordFinal(
  deps: RecordDeps,
  transaction: Transaction,
  receipt: Receipt,
  clockAheadMs: number,
): Promise<Decided[]> {
  const { hash, blockTimeMs } = receipt;
  const nowMs = deps.now();
  const claims = await undecidedClaims(transaction, hash);
  const finals = new Map<string, Decided>();
  for (const arrived of await arrivedIn(transaction, receipt, deps)) {
    const row = await record(transaction, arrived, {
      confirmations: CONFIRMATIONS,
      // A payment that is final at its first look-up is dated by its block.
      seen_at: blockTimeMs,
      looked_at: nowMs,
    });
    if (row.state === "seen") {
      const { state, reason } = await creditFinal(deps, transaction, row, claims, clockAheadMs);
      const became = state === "review" ? ("unmatched" as const) : ("paid" as const);
      finals.set(row.id, { state: became, reason, waitedMs: nowMs - blockTimeMs, ids: { hash } });
    }
  }
  await deleteUndone(transaction, hash, []);
  const token = parseTronAddress(deps.contract);
  const found = {
    hasFailed: receipt.outcome === "failed",
    movesToken: receipt.transfers.some(({ contract }) => contract === token),
    blockTimeMs,
    clockAheadMs,
    transfers: await listTransfers(transaction, hash),
  };
  const decided: Decided[] = [];
  for (const claim of claims) {
    const { state, reason, transfer } = decideClaim(claim, found);
    const waitedMs = nowMs - Math.max(blockTimeMs, claim.created_at);
    decided.push({ state, reason, waitedMs, ids: { claim: claim.id } });
    finals.delete(transfer?.id ?? "");
    await transaction
      .updateTable("claim")
      .set({ state, reason, transfer_id: transfer?.id ?? null, decided_at: nowMs })
      .where("id", "=", claim.id)
      .execute();
    if (state === "review") {
      await audit(transaction, claim.account_id, "payment_in_review", nowMs, { hash });
      // A dismissed transfer may be claimed later.
      await transaction
        .updateTable("transfer")
        .set({ state: "review" })
        .where("id", "=", transfer?.id ?? "")
        .where("state", "=", "dismissed")
        .execute();
    }
  }
  await endLookup(transaction, hash, "done");
  return [...finals.values(), ...decided];
}

async function creditFinal(
  { now, vault }: RecordDeps,
  transaction: Transaction,
  row: StoredTransfer,
  claims: readonly OpenClaim[],
  clockAheadMs: number,
): Promise<Pick<StoredTransfer, "state" | "reason">> {
  const nowMs = now();
  const decision = await decisionOn(transaction, row, clockAheadMs);
  const { invoice, reason } = decision;
  let became: Pick<StoredTransfer, "state" | "reason"> = { state: "review", reason };
  if (decision.reason === null) {
    const transfer = { ...row, amount: Number(row.amount) };
    const outcome = await receive(transaction, vault, { ...decision, transfer }, nowMs);
    const isBought = outcome === null || outcome === "too_much";
    became = { state: isBought ? "paid" : "kept", reason: outcome };
  } else if (
    invoice !== null &&
    // An older payment of the same amount may be anybody's.
    reason === "invoice_expired" &&
    !claims.some((claim) => claim.account_id === invoice.account_id)
  ) {
    const detail = { hash: row.tx_hash };
    await audit(transaction, invoice.account_id, "payment_in_review", nowMs, detail);
  }
  await transaction
    .updateTable("transfer")
    .set({ ...became, invoice_id: invoice?.id ?? null, decided_at: nowMs })
    .where("id", "=", row.id)
    .execute();
  return became;
}

/** Records transfers in a block that may still be undone, for the payer's page. Nothing is credited or rejected yet. */
async function recordSeen(
  deps: RecordDeps,
  transaction: Transaction,
  { receipt, headNumber }: Extract<NodeResponse, { kind: "seen" }>,
  clockAheadMs: number,
): Promise<void> {
  const { hash, blockNumber } = receipt;
  const nowMs = deps.now();
  const claims = await undecidedClaims(transaction, hash);
  const before = await listTransfers(transaction, hash);
  const logs: number[] = [];
  for (const row of await arrivedIn(transaction, receipt, deps)) {
    const { invoice } = await decisionOn(transaction, row, clockAheadMs);
    if (invoice !== null || claims.length > 0) {
      logs.push(row.log_index);
      await record(transaction, row, {
        // A node that does not know the newest block must not lower the count.
        ...(headNumber !== null && {
          // The last confirmation is counted only once the node reports the block as final.
          confirmations: Math.max(1, Math.min(headNumber - blockNumber + 1, CONFIRMATIONS - 1)),
        }),
        invoice_id: invoice?.id ?? null,
        seen_at: nowMs,
        looked_at: nowMs,
      });
    }
  }
  await deleteUndone(transaction, hash, logs);
  const seen = await listTransfers(transaction, hash);
  const payers = new Set(seen.flatMap((transfer) => transfer.account_id ?? []));
  for (const claim of claims) {
    const matched = transferOf(claim, seen);
    await transaction
      .updateTable("claim")
      .set({ state: "seen", transfer_id: matched?.id ?? null })
      .where("id", "=", claim.id)
      .execute();
    if (matched !== undefined) {
      payers.add(claim.account_id);
    }
  }
  // Emailed once, however often the block is undone.
  for (const accountId of before.length === 0 ? payers : []) {
    await audit(transaction, accountId, "payment_seen", nowMs, { hash });
  }
}
