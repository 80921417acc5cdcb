import type { DatabaseSync } from "node:sqlite";
import type { Findings } from "../findings.ts";

/**
 * Holds what balances got and gave against what was paid and bought: nobody buys anything for nothing.
 * Prices are those of the world, which never change, and what is paid too much goes to the balance.
 */
export function checkBalances(db: DatabaseSync, { broken }: Findings): void {
  const rows = (sql: string) => db.prepare(sql).all() as Record<string, string | number | null>[];
  const say = (words: string) => broken("money in is money out", words);
  for (const { account_id: accountId, balance } of rows(BELOW_ZERO)) {
    say(`${accountId} has a balance of ${balance}`);
  }
  for (const { id, kind, amount } of rows(WITHOUT_A_CAUSE)) {
    say(`the balance entry ${id} (${kind}, ${amount}) has nothing that it comes from`);
  }
  for (const { id, payments, paid, moved, cost, price } of rows(INVOICES)) {
    if (Number(paid) - Number(moved) !== Number(payments) * Number(cost)) {
      say(
        `the invoice ${id} of ${cost} was credited ${payments} times: ${paid} was paid, and the balance got ${moved}`,
      );
    }
    const letOff = Number(price) - Number(cost);
    if (letOff < 0 || letOff > MOST_LET_OFF) {
      say(`the invoice ${id} costs ${cost}, and its plan ${price}`);
    }
  }
}

/** What an invoice may cost less than its plan, so that its amount is nobody else's: ten cents, in millionths. */
const MOST_LET_OFF = 100_000;

const BELOW_ZERO = `
  select account_id, sum(amount) as balance from balance_entry
  group by account_id having sum(amount) < 0`;

/** All of a transfer, as it arrived; or what an invoice of the same account left over or took. */
const WITHOUT_A_CAUSE = `
  select id, kind, amount from balance_entry as entry
  where case
    when kind in ('too_little', 'twice', 'late') then not exists (
      select 1 from incoming_transfer as transfer
      where transfer.contract = entry.contract and transfer.tx_hash = entry.tx_hash
        and transfer.log_index = entry.log_index and cast(transfer.amount as integer) = entry.amount)
    when kind in ('too_much', 'spent') then not exists (
      select 1 from invoice
      where invoice.id = entry.invoice_id and invoice.account_id = entry.account_id)
      or (kind = 'spent') != (amount < 0)
    else amount >= 0
  end`;

/** What each one asks for in all, what was paid for it, and what the balance got of that, or gave: then it is below 0. */
const INVOICES = `
  select id, price, invoice.amount + from_balance as cost,
    (select count(*) from payment
      where invoice_id = invoice.id and credited_by != 'person') as payments,
    (select coalesce(sum(payment.amount), 0) from payment
      where invoice_id = invoice.id and credited_by != 'person') as paid,
    (select coalesce(sum(entry.amount), 0) from balance_entry as entry
      where invoice_id = invoice.id and kind in ('too_much', 'spent')) as moved
  from invoice`;
