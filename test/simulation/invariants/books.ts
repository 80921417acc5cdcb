import type { DatabaseSync } from "node:sqlite";
import type { Chain } from "../chain.ts";
import type { Findings } from "../findings.ts";
import { checkBalances } from "./balances.ts";

/** What the store says of money and accounts, held against what really happened. */
export interface BooksWatch {
  /** Looks into the database, as it is committed. */
  check(db: DatabaseSync, nowMs: number): void;
  /** What of all that arrived up to then is in no book; null: nothing. */
  missing(db: DatabaseSync, untilMs: number): string | null;
  /** Whoever deleted an account was told that it is gone. */
  accountDeleted(accountId: string, atMs: number): void;
  /** Whoever paid was shown that the invoice is paid. */
  shownPaid(invoiceId: string, atMs: number): void;
  /** The store went back to how it was then: what came later never was. */
  forgetSince(ms: number): void;
}

/** Clocks of servers may be off by so much before anybody says so. */
const CLOCKS_MS = 2_000;
const DAY_MS = 86_400_000;

export function watchBooks(findings: Findings, chain: Chain): BooksWatch {
  const { broken } = findings;
  const deleted = new Map<string, number>();
  const paid = new Map<string, number>();

  function rows(db: DatabaseSync, sql: string, ...values: (string | number)[]) {
    return db.prepare(sql).all(...values) as Record<string, string | number | null>[];
  }

  function checkMoney(db: DatabaseSync, nowMs: number): void {
    for (const row of rows(db, "select tx_hash, amount, credited_by from payment")) {
      const sent = chain.solid(String(row["tx_hash"]), nowMs);
      if (row["credited_by"] !== "balance" && sent?.amount !== row["amount"]) {
        broken(
          "money in is money out",
          `${row["tx_hash"]} is credited with ${row["amount"]}, and ${sent?.amount ?? "nothing"} arrived`,
        );
      }
    }
    for (const row of rows(db, "select tx_hash, amount from incoming_transfer")) {
      const sent = chain.solid(String(row["tx_hash"]), nowMs);
      if (String(sent?.amount) !== String(row["amount"])) {
        broken(
          "money in is money out",
          `${row["tx_hash"]} is booked with ${row["amount"]}, and ${sent?.amount ?? "nothing"} arrived`,
        );
      }
    }
    const twice = rows(
      db,
      `select tx_hash, count(*) as count from (
         select tx_hash from payment where credited_by != 'balance'
         union all select tx_hash from balance_entry where tx_hash is not null and kind != 'refunded'
       ) group by tx_hash having count(*) > 1`,
    );
    for (const row of twice) {
      broken("money in is money out", `${row["tx_hash"]} bought ${row["count"]} times`);
    }
    const terms = rows(
      db,
      `select subscription.account_id, subscription.ends_at, sum(payment.days) as days,
         max(payment.credited_at) as latest from subscription
       join payment on payment.subscription_id = subscription.id
       where subscription.trial = 0 group by subscription.id`,
    );
    for (const row of terms) {
      const mostMs = Number(row["latest"]) + Number(row["days"]) * DAY_MS + CLOCKS_MS;
      if (Number(row["ends_at"]) > mostMs) {
        broken("a term is as long as what was paid", `that of ${row["account_id"]} is longer`);
      }
    }
    const half = rows(
      db,
      `select id from invoice where state = 'paid'
       and not exists (select 1 from payment where payment.invoice_id = invoice.id)
       union all select payment.id from payment where not exists (
         select 1 from subscription where subscription.id = payment.subscription_id)
       union all select claim.id from claim where state = 'paid' and not exists (
         select 1 from payment where payment.tx_hash = claim.tx_hash
         union all select 1 from balance_entry where balance_entry.tx_hash = claim.tx_hash)
       union all select payment.id from payment where not exists (
         select 1 from api_key where api_key.subscription_id = payment.subscription_id)
       union all select payment.id from payment where credited_by != 'balance' and not exists (
         select 1 from incoming_transfer where incoming_transfer.tx_hash = payment.tx_hash)`,
    );
    for (const { id } of half) {
      broken("a payment is credited whole or not at all", `${id} lacks its other half`);
    }
  }

  function checkAccounts(db: DatabaseSync): void {
    for (const [accountId, atMs] of deleted) {
      const left = rows(
        db,
        `select 'invoice' as what, id from invoice where account_id = ? and (state = 'open' or created_at > ?)
         union all select 'key', api_key.id from api_key
           join subscription on subscription.id = api_key.subscription_id
           where subscription.account_id = ? and api_key.revoked_at is null
         union all select 'session', id from account_session where user_id = ?`,
        accountId,
        atMs + CLOCKS_MS,
        accountId,
        accountId,
      );
      for (const row of left) {
        broken(
          "a deleted account gets nothing",
          `${accountId} has the ${row["what"]} ${row["id"]}`,
        );
      }
    }
    for (const invoiceId of paid.keys()) {
      const [row] = rows(db, "select state from invoice where id = ?", invoiceId);
      if (row?.["state"] !== "paid") {
        broken(
          "what was shown as paid is paid",
          `the invoice ${invoiceId} is ${row?.["state"] ?? "gone"}`,
        );
      }
    }
  }

  return {
    check(db, nowMs) {
      checkMoney(db, nowMs);
      checkBalances(db, findings);
      checkAccounts(db);
    },
    missing(db, untilMs) {
      const booked = new Set(
        rows(
          db,
          // What is too little to be looked up is only added up.
          `select tx_hash from incoming_transfer
           union select tx_hash from listed_transaction where state = 'dust'`,
        ).map((row) => row["tx_hash"]),
      );
      const due = chain.sent.filter(({ solidMs }) => solidMs < untilMs);
      const missing = due.filter(({ hash }) => !booked.has(hash));
      return missing.length === 0
        ? null
        : `${missing.length} of ${due.length} transfers are in no book, such as ${missing[0]?.hash}`;
    },
    accountDeleted: (accountId, atMs) => void deleted.set(accountId, atMs),
    shownPaid(invoiceId, atMs) {
      if (!paid.has(invoiceId)) {
        paid.set(invoiceId, atMs);
      }
    },
    forgetSince(ms) {
      for (const facts of [deleted, paid]) {
        for (const [name, atMs] of facts) {
          if (atMs >= ms) {
            facts.delete(name);
          }
        }
      }
    },
  };
}
