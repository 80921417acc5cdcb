import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "../../../server/account/delete-account.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { createFindings } from "../findings.ts";
import type { Findings } from "../findings.ts";
import { watchBooks } from "./books.ts";
import type { BooksWatch } from "./books.ts";
import { LATER_MS, openSmallShop } from "./small-shop.ts";
import type { SmallShop } from "./small-shop.ts";

/* A watch that never says anything would let every fault pass: each promise is seen kept and broken here. */

const ACCOUNT = "acc_1";
const CENT = 10_000;

let findings: Findings;
let shop: SmallShop;
let books: BooksWatch;

beforeEach(async () => {
  findings = createFindings(() => {});
  shop = await openSmallShop();
  books = watchBooks(findings, shop.chain);
});

/** What is found in the books; null: they are as promised. */
function found(): string | null {
  books.check(shop.db, LATER_MS);
  return findings.first;
}

test("books of payments of all kinds are as promised", async () => {
  const invoice = await shop.pay(ACCOUNT);
  books.shownPaid(invoice.id, LATER_MS);
  await shop.send(invoice);
  await shop.pay("acc_2", -100 * CENT);
  await shop.pay("acc_3", 300 * CENT);
  expect(found()).toBeNull();
  expect(books.missing(shop.db, LATER_MS)).toBeNull();
});

test.each<readonly [string, string, RegExp]>([
  ["credited with another amount", "update payment set amount = amount + 1", /is credited with/],
  [
    "credited though it never came",
    "update payment set tx_hash = 'never'",
    /^money in is money out: never is credited with \d+, and nothing arrived/,
  ],
  [
    "booked with another amount",
    "update incoming_transfer set amount = amount || '0'",
    /^money in is money out: \w+ is booked with/,
  ],
  [
    "credited, and in a balance as well",
    `insert into balance_entry select 'bal', account_id, 'twice', amount, contract, tx_hash, 9, invoice_id, 0 from payment`,
    /^money in is money out: \w+ bought 2 times/,
  ],
  [
    "credited twice",
    `insert into payment select 'pay', contract, tx_hash, 9, amount, from_address, to_address, block_time, account_id,
       invoice_id, subscription_id, plan, days, starts_at, ends_at, credited_at, credited_by from payment`,
    /^money in is money out: \w+ bought 2 times/,
  ],
  [
    "for which a longer term is given",
    "update subscription set ends_at = ends_at + 86400000",
    /^a term is as long as what was paid: that of acc_1 is longer/,
  ],
  [
    "whose invoice is paid without it",
    "delete from payment",
    /^a payment is credited whole or not at all: inv_/,
  ],
  [
    "without its subscription",
    "delete from subscription",
    /^a payment is credited whole or not at all: pay_/,
  ],
  [
    "whose claim counts as paid for nothing",
    "update claim set tx_hash = 'other'",
    /^a payment is credited whole or not at all: clm_/,
  ],
  ["without a key", "delete from api_key", /^a payment is credited whole or not at all: pay_/],
  [
    "that is not booked",
    "delete from incoming_transfer",
    /^a payment is credited whole or not at all: pay_/,
  ],
])("a payment that is %s is found", async (_what, sql, words) => {
  await shop.pay(ACCOUNT);
  shop.db.exec(sql);
  expect(found()).toMatch(words);
});

test("a transfer that is credited before it is final is found", async () => {
  await shop.pay(ACCOUNT);
  books.check(shop.db, LATER_MS - 100_000);
  expect(findings.first).toMatch(/^money in is money out: .* and nothing arrived/);
});

test("a transfer that is in no book is found, unless it is dust", async () => {
  await shop.pay(ACCOUNT);
  const hash = shop.chain.send(1);
  expect(books.missing(shop.db, LATER_MS)).toBe(`1 of 2 transfers are in no book, such as ${hash}`);
  shop.db
    .prepare("insert into listed_transaction values ('c', 'a', ?, '1', 'dust', 1, 0, 0, 0)")
    .run(hash);
  expect(books.missing(shop.db, LATER_MS)).toBeNull();
});

test.each([
  ["closed", "update invoice set state = 'closed'"],
  ["gone", "delete from invoice"],
])("an invoice that was shown as paid and is %s is found", async (state, sql) => {
  const { id } = await shop.pay(ACCOUNT);
  books.shownPaid(id, LATER_MS);
  shop.db.exec(sql);
  expect(found()).toBe(`what was shown as paid is paid: the invoice ${id} is ${state}`);
});

/** Deletes the account, and has that be known. */
async function leave(): Promise<void> {
  await serialized(shop.store, (transaction) => deleteAccount(transaction, ACCOUNT, LATER_MS));
  books.accountDeleted(ACCOUNT, LATER_MS);
}

test("books of a deleted account are as promised", async () => {
  await shop.pay(ACCOUNT);
  await leave();
  expect(found()).toBeNull();
});

test.each([
  ["an open invoice", "invoice", "update invoice set state = 'open'"],
  ["a later invoice", "invoice", `update invoice set created_at = ${LATER_MS + 60_000}`],
  ["a key that opens", "key", "update api_key set revoked_at = null"],
  [
    "a session",
    "session",
    `insert into account_session values ('ses', '${ACCOUNT}', 't', '', null, null, '', '')`,
  ],
])("a deleted account that has %s is found", async (_what, named, sql) => {
  await shop.pay(ACCOUNT);
  await leave();
  shop.db.exec(sql);
  expect(found()).toMatch(
    new RegExp(`^a deleted account gets nothing: ${ACCOUNT} has the ${named}`),
  );
});

test("what was shown after a backup is not held against the restored store", async () => {
  const { id } = await shop.pay(ACCOUNT);
  books.shownPaid(id, LATER_MS);
  books.accountDeleted(ACCOUNT, LATER_MS);
  books.forgetSince(LATER_MS);
  shop.db.exec("update invoice set state = 'closed'");
  expect(found()).toBeNull();
});
