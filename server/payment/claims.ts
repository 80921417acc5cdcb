import type { Selectable, Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import { audit } from "../account/audit-log.ts";
import type { PaymentSchema } from "../store/payment-schema.ts";
import type { Schema } from "../store/schema.ts";
import { everybody, serialized, type Permit } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Invoice } from "./invoices.ts";
import { normaliseHash } from "./tron/tx-hash.ts";

/** A transaction that an account named for its invoice, and what came of it. */
export type Claim = Readonly<Selectable<PaymentSchema["claim"]>>;

/** Why a transaction is not even looked up. */
export type ClaimRefusal = "bad_hash" | "too_many";

const HOUR_MS = 3_600_000;
/** New hashes of one account in an hour: each costs the node some forty calls. */
const MAX_AN_HOUR = 10;
/** Hashes of one account that are looked for at a time. */
const MAX_WAITING = 5;
/** A claim that came to nothing only because nobody knew the transaction yet may be made again. */
const MAY_BE_MADE_AGAIN = "not_found";

/**
 * Names the transaction in `text`, as it was pasted, for an invoice. Naming it twice changes nothing.
 * One that is paid or closed takes more: what was paid twice or late is somebody's money all the same.
 *
 * @param permit throws, within the transaction, where whoever names it may not do so any more.
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

/** Makes room for one more, at the cost of what was named longest ago and nobody has seen. */
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

/** What was named for an invoice, the newest first. */
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
 * The claim of each account that a look is due for: of several the one looked for the least, so that
 * what was named just now does not wait for what nobody has ever seen.
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

/** Every claim of a transaction that a look is due for, whoever named it. */
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

/** Notes a look that decided nothing. */
export async function postpone(
  store: Store,
  claim: Claim,
  state: "waiting" | "seen",
  nextLookAtMs: number,
): Promise<void> {
  await store.db
    .updateTable("claim")
    .set({ state, looks: claim.looks + 1, next_look_at: nextLookAtMs })
    .where("id", "=", claim.id)
    .where("state", "in", ["waiting", "seen"])
    .execute();
}

/** Ends a claim that will never be worth anything. */
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
