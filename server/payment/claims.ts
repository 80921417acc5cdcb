import type { Selectable, Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import { audit } from "../account/audit-log.ts";
import { everybody, serialized, type Permit } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import type { Invoice } from "./invoices.ts";
import { normaliseHash } from "./tron/tx-hash.ts";

/** A transaction that an account submitted as the payment of its invoice, and its state. */
export type Claim = Readonly<Selectable<Schema["claim"]>>;

/** Why a transaction is not looked up at all. */
export type ClaimRefusal = "bad_hash" | "too_many";

const HOUR_MS = 3_600_000;
/** New claims of one account in an hour: each costs the node some forty calls. */
const MAX_AN_HOUR = 10;
/** Claims of one account that are looked up at a time. */
const MAX_WAITING = 5;
/** A claim rejected only because the node did not know the transaction may be made again. */
const MAY_BE_MADE_AGAIN = "not_found";

/**
 * Claims the transaction in `text`, as it was pasted, for an invoice. Claiming it twice changes nothing.
 * A paid or closed invoice takes claims too: money paid twice or late still belongs to somebody.
 *
 * @param permit throws, within the transaction, when the account may no longer do this.
 */
export function submitClaim(
  store: Store,
  invoice: Invoice,
  text: string,
  nowMs: number,
  permit: Permit = everybody,
): Promise<Claim | ClaimRefusal> {
  const hash = normaliseHash(text);
  if (hash === undefined) {
    return Promise.resolve("bad_hash");
  }
  return serialized(store, async (transaction) => {
    await permit(transaction);
    const present = await transaction
      .selectFrom("claim")
      .selectAll()
      .where("invoice_id", "=", invoice.id)
      .where("tx_hash", "=", hash)
      .executeTakeFirst();
    if (present !== undefined && present.reason !== MAY_BE_MADE_AGAIN) {
      return present;
    }
    const { count } = await transaction
      .selectFrom("claim")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("account_id", "=", invoice.account_id)
      .where("created_at", ">", nowMs - HOUR_MS)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_AN_HOUR) {
      return "too_many";
    }
    await giveUpOldest(transaction, invoice.account_id, nowMs);
    await audit(transaction, invoice.account_id, "hash_submitted", nowMs, { hash });
    const fresh = { state: "waiting", reason: null, looks: 0, decided_at: null } as const;
    return transaction
      .insertInto("claim")
      .values({
        id: newId("clm"),
        invoice_id: invoice.id,
        account_id: invoice.account_id,
        tx_hash: hash,
        ...fresh,
        next_look_at: nowMs,
        log_index: null,
        found_amount: null,
        found_from: null,
        found_to: null,
        block_time: null,
        created_at: nowMs,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["invoice_id", "tx_hash"])
          .doUpdateSet({ ...fresh, next_look_at: nowMs, created_at: nowMs }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Makes room for one more by giving up the oldest claims that no node has seen. */
async function giveUpOldest(
  transaction: Transaction<Schema>,
  accountId: string,
  nowMs: number,
): Promise<void> {
  const waiting = await transaction
    .selectFrom("claim")
    .select("id")
    .where("account_id", "=", accountId)
    .where("state", "=", "waiting")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const tooOld = waiting.slice(MAX_WAITING - 1).map(({ id }) => id);
  if (tooOld.length > 0) {
    await transaction
      .updateTable("claim")
      .set({ state: "rejected", reason: MAY_BE_MADE_AGAIN, decided_at: nowMs })
      .where("id", "in", tooOld)
      .execute();
  }
}

/** The claims of an invoice, the newest first. */
export async function claimsOf(store: Store, invoiceId: string): Promise<Claim[]> {
  return store.db
    .selectFrom("claim")
    .selectAll()
    .where("invoice_id", "=", invoiceId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/**
 * One due claim of each account: the one looked up the fewest times, so that a new claim does not wait
 * for old ones that no node has ever seen.
 */
export async function dueClaims(store: Store, nowMs: number, limit: number): Promise<Claim[]> {
  return store.db
    .with("due", (db) =>
      db
        .selectFrom("claim")
        .select("id")
        .select(({ fn }) =>
          fn
            .agg<number>("row_number")
            .over((over) =>
              over.partitionBy("account_id").orderBy("looks").orderBy("next_look_at").orderBy("id"),
            )
            .as("place"),
        )
        .where("state", "in", ["waiting", "seen"])
        .where("next_look_at", "<=", nowMs),
    )
    .selectFrom("claim")
    .innerJoin("due", "due.id", "claim.id")
    .selectAll("claim")
    .where("due.place", "=", 1)
    .orderBy("claim.looks")
    .orderBy("claim.next_look_at")
    .orderBy("claim.id")
    .limit(limit)
    .execute();
}

/** Every due claim of a transaction, whoever made it. */
export async function dueClaimsOf(store: Store, hash: string, nowMs: number): Promise<Claim[]> {
  return store.db
    .selectFrom("claim")
    .selectAll()
    .where("tx_hash", "=", hash)
    .where("state", "in", ["waiting", "seen"])
    .where("next_look_at", "<=", nowMs)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/**
 * Records a look-up that decided nothing. A power cut may undo a look that saw nothing: it is looked up
 * again, and made-up hashes wait for no disk.
 */
export async function postpone(
  store: Store,
  claim: Claim,
  state: "waiting" | "seen",
  nextLookAtMs: number,
): Promise<void> {
  const db = state === "waiting" ? store.lazyDb : store.db;
  await db
    .updateTable("claim")
    .set({ state, looks: claim.looks + 1, next_look_at: nextLookAtMs })
    .where("id", "=", claim.id)
    // Not where another process has looked meanwhile.
    .where("state", "=", claim.state)
    .where("state", "in", ["waiting", "seen"])
    .execute();
}

/** Rejects a claim for good. */
export async function rejectClaim(
  store: Store,
  claim: Claim,
  reason: string,
  nowMs: number,
): Promise<void> {
  await store.db
    .updateTable("claim")
    .set({ state: "rejected", reason, decided_at: nowMs })
    .where("id", "=", claim.id)
    .where("state", "in", ["waiting", "seen"])
    .execute();
}
