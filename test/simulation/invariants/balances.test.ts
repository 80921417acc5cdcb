import { beforeEach, expect, test } from "vitest";
import { refund } from "../../../server/payment/balance.ts";
import { buyFromBalance } from "../../../server/payment/buy-from-balance.ts";
import { MONTH, TERMS, vault } from "../../support/payments.ts";
import { createFindings } from "../findings.ts";
import { watchBooks } from "./books.ts";
import { LATER_MS, openSmallShop } from "./small-shop.ts";
import type { SmallShop } from "./small-shop.ts";

/* A watch that never says anything would let every fault pass: each promise is seen kept and broken here. */

const ACCOUNT = "acc_1";
const CENT = 10_000;

let shop: SmallShop;

beforeEach(async () => {
  shop = await openSmallShop();
});

/** What is found in the books; null: they are as promised. */
function found(): string | null {
  const findings = createFindings(() => {});
  watchBooks(findings, shop.chain).check(shop.db, LATER_MS);
  return findings.first;
}

/** Pays a plan twice, the second time with a cent more, and buys the next one from that. */
async function buyFromTwice(): Promise<void> {
  const invoice = await shop.pay(ACCOUNT);
  await shop.send(invoice, CENT);
  const order = { accountId: ACCOUNT, plan: MONTH, terms: TERMS };
  expect(await buyFromBalance(shop.store, vault, order, LATER_MS)).toMatchObject({ state: "paid" });
}

test("too little, then the rest of it, is as promised", async () => {
  const little = await shop.pay(ACCOUNT, -100 * CENT);
  const rest = await shop.pay(ACCOUNT);
  expect(rest.from_balance).toBe(little.amount - 100 * CENT);
  expect(found()).toBeNull();
});

test("too much, and a plan that takes what it left, is as promised", async () => {
  await shop.pay(ACCOUNT, 300 * CENT);
  const next = await shop.pay(ACCOUNT);
  expect(next.from_balance).toBe(300 * CENT);
  expect(found()).toBeNull();
});

test("a plan that is bought from the balance alone, and a refund, are as promised", async () => {
  await buyFromTwice();
  await shop.pay("acc_2", 300 * CENT);
  const back = { account: "acc_2", amount: 200 * CENT, hash: "back" };
  await refund(shop.store, back, LATER_MS);
  expect(found()).toBeNull();
});

test("a plan that is bought from the balance for nothing is found", async () => {
  await buyFromTwice();
  shop.db.exec("delete from balance_entry where kind = 'spent'");
  expect(found()).toMatch(/^money in is money out: the invoice inv_\w+ of 49000000 was credited 1/);
});

test("an invoice that takes nothing from the balance though it says so is found", async () => {
  await shop.pay(ACCOUNT, -100 * CENT);
  const { id } = await shop.pay(ACCOUNT);
  shop.db.exec("delete from balance_entry where kind = 'spent'");
  expect(found()).toContain(`money in is money out: the invoice ${id} of `);
});

test.each<readonly [string, string, RegExp]>([
  [
    "what was paid too much and is kept nowhere",
    "delete from balance_entry where kind = 'too_much'",
    /the invoice inv_\w+ of \d+ was credited 1 times: \d+ was paid, and the balance got 0$/,
  ],
  [
    "a balance that got more than was too much",
    "update balance_entry set amount = amount + 1",
    /the invoice inv_\w+ of \d+ was credited 1 times: \d+ was paid, and the balance got 3000001$/,
  ],
  [
    "a balance that got what another account paid",
    "update balance_entry set account_id = 'acc_2'",
    /the balance entry bal_\w+ \(too_much, 3000000\) has nothing that it comes from/,
  ],
  [
    "a balance below 0",
    `insert into balance_entry values ('bal', '${ACCOUNT}', 'refunded', -3000001, null, null, null, null, 0)`,
    /acc_1 has a balance of -1$/,
  ],
  [
    "a refund that adds to a balance",
    `insert into balance_entry values ('bal', '${ACCOUNT}', 'refunded', 1, null, null, null, null, 0)`,
    /the balance entry bal \(refunded, 1\) has nothing that it comes from/,
  ],
  [
    "an invoice that lets a part of the price off",
    "update invoice set price = price + 100000",
    /the invoice inv_\w+ costs \d+, and its plan 49100000$/,
  ],
  [
    "an invoice that costs more than its plan",
    "update invoice set price = 48000000",
    /the invoice inv_\w+ costs \d+, and its plan 48000000$/,
  ],
])("%s is found", async (_what, sql, words) => {
  await shop.pay(ACCOUNT, 300 * CENT);
  shop.db.exec(sql);
  expect(found()).toMatch(words);
});

test.each([
  ["more than the transfer", "update balance_entry set amount = amount + 1"],
  ["a transfer that is not booked", "delete from incoming_transfer"],
  ["the same transfer again", "update balance_entry set log_index = 9"],
])("a balance that got %s is found", async (_what, sql) => {
  await shop.pay(ACCOUNT, -100 * CENT);
  shop.db.exec(sql);
  expect(found()).toMatch(
    /^money in is money out: the balance entry bal_\w+ \(too_little, \d+\) has nothing/,
  );
});

test("what an invoice took from a balance and was not credited is found", async () => {
  await shop.pay(ACCOUNT, -100 * CENT);
  shop.db.exec(
    `insert into balance_entry
     select 'bal', account_id, 'spent', -1, null, null, null, id, 0 from invoice limit 1`,
  );
  expect(found()).toMatch(/was credited 0 times: 0 was paid, and the balance got -1$/);
});
