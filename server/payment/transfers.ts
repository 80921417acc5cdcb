import { sql } from "kysely";
import type { Kysely, Selectable, Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import type { Vault } from "../access/vault.ts";
import { audit } from "../account/audit-log.ts";
import type { Log } from "../runtime/log.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { rejectClaim, undecidedClaims } from "./claims.ts";
import type { UndecidedClaim } from "./claims.ts";
import { decide, decideClaim, transferOf } from "./decide.ts";
import type { ClaimedTransfer, Decision } from "./decide.ts";
import { endLookup, forgetUnseen, hasTimedOut, nextLookDelayMs, postpone } from "./lookups.ts";
import type { DueLookup } from "./lookups.ts";
import type { PaymentRules } from "./plan.ts";
import { receive } from "./receive.ts";
import { formatTronAddress, parseTronAddress } from "./tron/address.ts";
import type { ChainTime } from "./tron/node-watch.ts";
import type { NodeAnswer } from "./tron/node.ts";
import type { Receipt, Transfer } from "./tron/receipt.ts";
import { CENT } from "./usdt.ts";

/** What answers of the nodes are recorded with. */
export interface TransferDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly rules: PaymentRules;
  /** Token and receiving addresses, as people write them. */
  readonly contract: string;
  readonly addresses: readonly string[];
  /** Epoch ms. */
  readonly now: () => number;
  /** 0 to below 1, such as `Math.random`. */
  readonly random: () => number;
  readonly log: Log;
  /** Called for each payment that was decided, with how long it waited since its block and its claim. */
  readonly onDecided?: (state: DecidedState, waitedMs: number) => void;
}

/** How a payment ends; `unmatched` is one that nobody claimed and no invoice awaits. */
export type DecidedState = "paid" | "review" | "rejected" | "unmatched";

type StoredTransfer = Readonly<Selectable<Schema["transfer"]>>;

/** By TRON's rule a block is final once 19 of the 27 producers have built on it. */
export const CONFIRMATIONS = 19;
/** Transfers of one invoice in blocks that may be undone, however many a node makes up. */
const MAX_SEEN = 20;

/** Records what a node says of a transaction, and decides what is final. All of it is stored, or nothing is. */
export async function recordAnswer(
  deps: TransferDeps,
  lookup: Pick<DueLookup, "tx_hash" | "looks">,
  answer: NodeAnswer,
  time: ChainTime,
): Promise<void> {
  const { store, random, now, log } = deps;
  const nextLookAtMs = (isUnknown: boolean) =>
    now() + nextLookDelayMs(lookup.looks + 1, random(), isUnknown);
  switch (answer.kind) {
    case "solid": {
      const decided = await serialized(store, (transaction) =>
        recordFinal(deps, transaction, answer.receipt, time.clockAheadMs),
      );
      for (const { state, reason, waitedMs, of } of decided) {
        deps.onDecided?.(state, waitedMs);
        log("payment", { ...of, state, ...(reason !== null && { reason }) });
      }
      return;
    }
    case "seen":
      await serialized(store, async (transaction) => {
        await recordSeen(deps, transaction, answer, time.clockAheadMs);
        if (!(await forgetUnseen(transaction, lookup.tx_hash))) {
          await postpone(transaction, lookup, nextLookAtMs(false));
        }
      });
      return;
    case "unavailable":
      log("node unavailable", { fault: answer.fault });
      await postpone(store.lazyDb, lookup, nextLookAtMs(false));
      return;
    case "unknown":
      if (answer.headFault === undefined) {
        await markGone(store, lookup.tx_hash, now());
      }
      if (!(await isGivenUp(deps, lookup.tx_hash, time.solidMs))) {
        const claims = await undecidedClaims(store.db, lookup.tx_hash);
        const isUnseen = claims.every(({ state }) => state === "waiting");
        // A power cut may undo a look that saw nothing, so made-up hashes wait for no disk.
        await postpone(store.lazyDb, lookup, nextLookAtMs(isUnseen));
      }
  }
}

/** Notes that no block holds a transaction any more. */
async function markGone({ db }: Store, hash: string, nowMs: number): Promise<void> {
  await db
    .updateTable("transfer")
    .set({ gone_at: nowMs, looked_at: nowMs, confirmations: null })
    .where("tx_hash", "=", hash)
    .where("state", "=", "seen")
    .where("gone_at", "is", null)
    .execute();
}

/** Whether nobody looks any longer for a transaction that no node knows. */
async function isGivenUp(
  { store, now, log }: TransferDeps,
  hash: string,
  solidMs: number | null,
): Promise<boolean> {
  if (await forgetUnseen(store.lazyDb, hash)) {
    return true;
  }
  const claims = await undecidedClaims(store.db, hash);
  const expired = claims.filter((claim) => hasTimedOut(claim.created_at, now(), solidMs));
  for (const claim of expired) {
    await rejectClaim(store.db, claim, "not_found", now());
    log("payment", { claim: claim.id, state: "rejected", reason: "not_found" });
  }
  const { since } = await store.db
    .selectFrom("chain_lookup")
    .select("since")
    .where("tx_hash", "=", hash)
    .executeTakeFirstOrThrow();
  const isLost = expired.length === claims.length && hasTimedOut(since, now(), solidMs);
  if (isLost) {
    await endLookup(store.db, hash, "lost");
  }
  return isLost;
}

interface Decided {
  readonly state: DecidedState;
  readonly reason: string | null;
  readonly waitedMs: number;
  /** What names it in the log. */
  readonly of: Readonly<Record<string, string>>;
}

async function recordFinal(
  deps: TransferDeps,
  transaction: Transaction<Schema>,
  receipt: Receipt,
  clockAheadMs: number,
): Promise<Decided[]> {
  const { hash, blockTimeMs } = receipt;
  const nowMs = deps.now();
  const claims = await undecidedClaims(transaction, hash);
  const settled = new Map<string, Decided>();
  for (const transfer of await arrivedIn(deps, transaction, receipt)) {
    const row = await record(transaction, receipt, transfer, {
      confirmations: CONFIRMATIONS,
      // A payment that is final at first sight was seen in its block.
      seen_at: blockTimeMs,
      looked_at: nowMs,
    });
    if (row.state === "seen") {
      const { state, reason } = await settle(deps, transaction, { row, claims, clockAheadMs });
      const became = state === "review" ? ("unmatched" as const) : ("paid" as const);
      settled.set(row.id, { state: became, reason, waitedMs: nowMs - blockTimeMs, of: { hash } });
    }
  }
  await deleteUndone(transaction, hash, []);
  const token = parseTronAddress(deps.contract);
  const found = {
    hasFailed: receipt.outcome === "failed",
    movesToken: receipt.transfers.some(({ contract }) => contract === token),
    blockTimeMs,
    clockAheadMs,
    transfers: await transfersOf(transaction, hash),
  };
  const decided: Decided[] = [];
  for (const claim of claims) {
    const { state, reason, transfer } = decideClaim(claim, found);
    const waitedMs = nowMs - Math.max(blockTimeMs, claim.created_at);
    decided.push({ state, reason, waitedMs, of: { claim: claim.id } });
    settled.delete(transfer?.id ?? "");
    await transaction
      .updateTable("claim")
      .set({ state, reason, transfer_id: transfer?.id ?? null, decided_at: nowMs })
      .where("id", "=", claim.id)
      .execute();
    if (state === "review") {
      await audit(transaction, claim.account_id, "payment_in_review", nowMs, { hash });
      // It may be claimed after it was dismissed.
      await transaction
        .updateTable("transfer")
        .set({ state: "review" })
        .where("id", "=", transfer?.id ?? "")
        .where("state", "=", "dismissed")
        .execute();
    }
  }
  await endLookup(transaction, hash, "done");
  return [...settled.values(), ...decided];
}

/** Decides a final transfer and does what that says. */
async function settle(
  deps: TransferDeps,
  transaction: Transaction<Schema>,
  {
    row,
    claims,
    clockAheadMs,
  }: { row: StoredTransfer; claims: readonly UndecidedClaim[]; clockAheadMs: number },
): Promise<Pick<StoredTransfer, "state" | "reason">> {
  const nowMs = deps.now();
  const decision = await decisionOn(deps, transaction, row, clockAheadMs);
  const { invoice, reason } = decision;
  let became: Pick<StoredTransfer, "state" | "reason"> = { state: "review", reason };
  if (decision.reason === null) {
    const transfer = { ...row, amount: Number(row.amount) };
    const outcome = await receive(transaction, deps, { ...decision, transfer }, nowMs);
    const isBought = outcome === null || outcome === "too_much";
    became = { state: isBought ? "paid" : "kept", reason: outcome };
  } else if (
    invoice !== null &&
    // An older payment of the same sum may be anybody's.
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

/** Shows its payers what is in a block that may still be undone. Nothing is credited or refused by it. */
async function recordSeen(
  deps: TransferDeps,
  transaction: Transaction<Schema>,
  { receipt, headNumber }: Extract<NodeAnswer, { kind: "seen" }>,
  clockAheadMs: number,
): Promise<void> {
  const { hash } = receipt;
  const nowMs = deps.now();
  const confirmations =
    headNumber === null
      ? null
      : // The last one is counted where the node says itself that the block is final.
        Math.max(1, Math.min(headNumber - receipt.blockNumber + 1, CONFIRMATIONS - 1));
  const claims = await undecidedClaims(transaction, hash);
  const before = await transfersOf(transaction, hash);
  const logs: number[] = [];
  for (const transfer of await arrivedIn(deps, transaction, receipt)) {
    const { invoice } = await decisionOn(deps, transaction, rowOf(receipt, transfer), clockAheadMs);
    if (invoice === null ? claims.length > 0 : await hasRoom(transaction, invoice.id, hash)) {
      logs.push(transfer.logIndex);
      await record(transaction, receipt, transfer, {
        // A node that does not know the newest block takes back nothing that was counted.
        ...(confirmations !== null && { confirmations }),
        invoice_id: invoice?.id ?? null,
        seen_at: nowMs,
        looked_at: nowMs,
      });
    }
  }
  await deleteUndone(transaction, hash, logs);
  const seen = await transfersOf(transaction, hash);
  const payers = new Set(seen.flatMap(({ accountId }) => accountId ?? []));
  for (const claim of claims) {
    const own = transferOf(claim, seen);
    await transaction
      .updateTable("claim")
      .set({ state: "seen", transfer_id: own?.id ?? null })
      .where("id", "=", claim.id)
      .execute();
    if (own !== undefined) {
      payers.add(claim.account_id);
    }
  }
  // News once, however often it is undone.
  for (const accountId of before.length === 0 ? payers : []) {
    await audit(transaction, accountId, "payment_seen", nowMs, { hash });
  }
}

/** Whether an invoice may show one more transfer that is not final. */
async function hasRoom(
  transaction: Transaction<Schema>,
  invoiceId: string,
  hash: string,
): Promise<boolean> {
  const others = await transaction
    .selectFrom("transfer")
    .select("id")
    .where("invoice_id", "=", invoiceId)
    .where("tx_hash", "!=", hash)
    .where("state", "=", "seen")
    .limit(MAX_SEEN)
    .execute();
  return others.length < MAX_SEEN;
}

/** The transfers of a receipt to our addresses: those on sale, and those that an invoice ever named. */
async function arrivedIn(
  { contract, addresses }: TransferDeps,
  transaction: Transaction<Schema>,
  receipt: Receipt,
): Promise<ArrivedTransfer[]> {
  const token = parseTronAddress(contract);
  const moved = (receipt.outcome === "failed" ? [] : receipt.transfers)
    .filter((each) => each.contract === token && each.amount > 0n)
    .map((each) => ({ ...each, contract, to: formatTronAddress(each.to) }));
  const asked = await transaction
    .selectFrom("invoice")
    .select("address")
    .distinct()
    .where("contract", "=", contract)
    .where("address", "in", ["", ...new Set(moved.map(({ to }) => to))])
    .execute();
  const ours = new Set([...addresses, ...asked.map(({ address }) => address)]);
  return moved.filter(({ to }) => ours.has(to));
}

/** A transfer with token and recipient as people write them. */
type ArrivedTransfer = Transfer;

function rowOf(
  { hash, blockNumber, blockTimeMs }: Receipt,
  { contract, logIndex, amount, from, to }: ArrivedTransfer,
) {
  return {
    contract,
    tx_hash: hash,
    log_index: logIndex,
    amount: String(amount),
    from_address: formatTronAddress(from),
    to_address: to,
    block_number: blockNumber,
    block_time: blockTimeMs,
  };
}

/** Writes down a transfer, or what is new of one that is not final. What is decided stays as it is. */
async function record(
  transaction: Transaction<Schema>,
  receipt: Receipt,
  transfer: ArrivedTransfer,
  seen: Pick<StoredTransfer, "seen_at" | "looked_at"> & Partial<StoredTransfer>,
): Promise<StoredTransfer> {
  const row = rowOf(receipt, transfer);
  const { seen_at: _, ...news } = seen;
  await transaction
    .insertInto("transfer")
    .values({ id: newId("trf"), state: "seen", ...row, ...seen })
    .onConflict((conflict) =>
      conflict
        .columns(["contract", "tx_hash", "log_index"])
        .doUpdateSet({ ...row, ...news, gone_at: null })
        .where("transfer.state", "=", "seen"),
    )
    .execute();
  return transaction
    .selectFrom("transfer")
    .selectAll()
    .where("contract", "=", row.contract)
    .where("tx_hash", "=", row.tx_hash)
    .where("log_index", "=", row.log_index)
    .executeTakeFirstOrThrow();
}

/** Deletes the logs of a block that was undone. */
async function deleteUndone(
  transaction: Transaction<Schema>,
  hash: string,
  present: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom("transfer")
    .where("tx_hash", "=", hash)
    .where("state", "=", "seen")
    .where("log_index", "not in", [-1, ...present])
    .execute();
}

/** The transfers of a transaction that arrived, with the accounts that they were sent for. */
async function transfersOf(db: Kysely<Schema>, hash: string): Promise<ClaimedTransfer[]> {
  const rows = await db
    .selectFrom("transfer")
    .leftJoin("invoice", "invoice.id", "transfer.invoice_id")
    .selectAll("transfer")
    .select("invoice.account_id as accountId")
    .where("transfer.tx_hash", "=", hash)
    .orderBy("transfer.log_index")
    .execute();
  return rows.map(({ id, state, reason, accountId, ...row }) => ({
    id,
    state,
    reason,
    accountId,
    amount: BigInt(row.amount),
    invoiceId: row.invoice_id,
    decidedAtMs: row.decided_at,
  }));
}

async function decisionOn(
  { rules }: TransferDeps,
  transaction: Transaction<Schema>,
  row: Pick<StoredTransfer, "contract" | "to_address" | "amount" | "block_time">,
  clockAheadMs: number,
): Promise<Decision> {
  const amount = BigInt(row.amount);
  const invoices = await transaction
    .selectFrom("invoice")
    .leftJoin("account_user", "account_user.id", "invoice.account_id")
    .selectAll("invoice")
    .select("account_user.id as known")
    .where("contract", "=", row.contract)
    .where("address", "=", row.to_address)
    .where(sql`amount % ${sql.lit(CENT)}`, "=", Number(amount % BigInt(CENT)))
    .orderBy("invoice.created_at", "desc")
    .orderBy("invoice.id")
    .execute();
  const candidates = invoices.map(({ known, ...invoice }) => ({
    ...invoice,
    hasAccount: known !== null,
  }));
  return decide({ amount, blockTimeMs: row.block_time, clockAheadMs }, candidates, rules.late);
}
