import { describe, expect, test } from "vitest";
import { listClaims } from "../../../server/payment/claims.ts";
import type { Invoice } from "../../../server/payment/invoices.ts";
import { countReview, listReview } from "../../../server/payment/review-list.ts";
import { readBooks } from "../../support/books.ts";
import { engines } from "../../support/engines.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import type { PaymentSetup } from "../../support/payment-setup.ts";
import { aClaim, anInvoice, hashOf } from "../../support/payments.ts";
import { listEntry, OTHER_RECEIVER, RECEIVER, receiptOf } from "../../support/tron-node.ts";
import type { TransferSpec } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const PAID_MS = NOW_MS + 60_000;
const MAX_LATE_MS = NOW_MS + 27 * 3_600_000;
const HASH = hashOf(1);

interface Case {
  readonly name: string;
  /** Adds the payment to the chain. `ann` claims it for her own invoice. */
  readonly happens: (
    setup: PaymentSetup,
    invoices: { ann: Invoice; ben: Invoice },
  ) => void | Promise<void>;
  /** The credited accounts, in alphabetical order. */
  readonly credited: readonly string[];
  /** The state of the claim of `ann`, with its reason. */
  readonly claim: string;
  /** The amount in review, in millionths. */
  readonly waits: (amount: number) => number;
  /** Whether another node has to agree. */
  readonly hasSecond?: boolean;
  /** The sum of all balances; 0 by default. */
  readonly balance?: (amount: number) => number;
}

const nothing = () => 0;
const cutOf = (amount: number) => amount - (amount % 10_000);
const to = (amount: number, more: Partial<TransferSpec> = {}) => ({
  to: RECEIVER,
  amount,
  ...more,
});

const CASES: readonly Case[] = [
  {
    name: "an exact payment buys the plan",
    happens: ({ node }, { ann }) => node.arrive(HASH, PAID_MS, [to(ann.amount)]),
    credited: ["ann"],
    claim: "paid",
    waits: nothing,
  },
  {
    name: "a payment short by an exchange's fee goes to the balance",
    happens: ({ node }, { ann }) => node.arrive(HASH, PAID_MS, [to(ann.amount - 1_000_000)]),
    credited: [],
    claim: "paid too_little",
    waits: nothing,
    balance: (amount) => amount - 1_000_000,
  },
  {
    name: "a payment with a wrong amount is reviewed",
    happens: ({ node }, { ann }) => node.arrive(HASH, PAID_MS, [to(ann.amount - 1)]),
    credited: [],
    claim: "review amount_mismatch",
    waits: (amount) => amount - 1,
  },
  {
    name: "an overpayment buys the plan, and the rest goes to the balance",
    happens: ({ node }, { ann }) => node.arrive(HASH, PAID_MS, [to(ann.amount + 5_000_000)]),
    credited: ["ann"],
    claim: "paid|paid too_much",
    waits: nothing,
    balance: () => 5_000_000,
  },
  {
    name: "an overpayment with other digits below a cent is reviewed",
    happens: ({ node }, { ann }) => node.arrive(HASH, PAID_MS, [to(ann.amount + 1)]),
    credited: [],
    claim: "review amount_mismatch",
    waits: (amount) => amount + 1,
  },
  {
    // The largest amount of the transaction was another's, and the payer of this one was refused.
    name: "a payment cut to cents is reviewed, even next to another's exact payment",
    happens: ({ node }, { ann, ben }) =>
      node.arrive(HASH, PAID_MS, [to(ben.amount), to(cutOf(ann.amount))]),
    credited: ["ben"],
    claim: "review amount_mismatch",
    waits: cutOf,
  },
  {
    // It went to the balance of the account for which a person had credited the same amount before.
    name: "a payment cut to cents is reviewed, even if another account was credited its amount",
    happens: async ({ node, store }, { ann, ben }) => {
      const made = { ...ben, id: "inv_made", amount: cutOf(ann.amount), state: "paid" as const };
      await store.db.insertInto("invoice").values(made).execute();
      node.arrive(HASH, PAID_MS, [to(made.amount)]);
    },
    credited: [],
    claim: "review amount_mismatch",
    waits: cutOf,
  },
  {
    name: "a late payment buys the plan at its unchanged price",
    happens: ({ node, clock }, { ann }) => {
      clock.nowMs = MAX_LATE_MS;
      node.arrive(HASH, MAX_LATE_MS, [to(ann.amount)]);
    },
    credited: ["ann"],
    claim: "paid",
    waits: nothing,
  },
  {
    name: "a payment is reviewed once its amount is no longer reserved",
    happens: ({ node, clock }, { ann }) => {
      clock.nowMs = MAX_LATE_MS + 31 * 86_400_000;
      node.arrive(HASH, clock.nowMs, [to(ann.amount)]);
    },
    credited: [],
    claim: "review invoice_expired",
    waits: (amount) => amount,
  },
  {
    name: "a second payment goes to the balance",
    happens: ({ node }, { ann }) => {
      node.arrive(HASH, PAID_MS, [to(ann.amount)]);
      node.arrive(hashOf(2), PAID_MS + 1, [to(ann.amount)]);
    },
    credited: ["ann"],
    // Either of the two may be looked up first.
    claim: "paid|paid twice",
    waits: nothing,
    balance: (amount) => amount,
  },
  {
    name: "a second payment in the same transaction goes to the balance",
    happens: ({ node }, { ann }) => node.arrive(HASH, PAID_MS, [to(ann.amount), to(ann.amount)]),
    credited: ["ann"],
    claim: "paid",
    waits: nothing,
    balance: (amount) => amount,
  },
  {
    name: "one transaction pays the invoices of two accounts",
    happens: async ({ node, store }, { ann, ben }) => {
      const address = OTHER_RECEIVER;
      await store.db.updateTable("invoice").set({ address }).where("id", "=", ben.id).execute();
      node.arrive(HASH, PAID_MS, [to(ann.amount), to(ben.amount, { to: address })]);
    },
    credited: ["ann", "ben"],
    claim: "paid",
    waits: nothing,
  },
  {
    name: "a payment for another account buys that account's plan",
    happens: ({ node }, { ben }) => node.arrive(HASH, PAID_MS, [to(ben.amount)]),
    credited: ["ben"],
    claim: "rejected other_invoice|rejected duplicate_hash",
    waits: nothing,
  },
  {
    name: "a payment for another invoice of the same account buys its plan",
    happens: async ({ node, store }, { ben }) => {
      await store.db
        .updateTable("invoice")
        .set({ account_id: "ann" })
        .where("id", "=", ben.id)
        .execute();
      node.arrive(HASH, PAID_MS, [to(ben.amount)]);
    },
    credited: ["ann"],
    claim: "paid own_invoice",
    waits: nothing,
  },
  {
    name: "a payment in another token is rejected",
    happens: ({ node }, { ann }) =>
      node.arrive(HASH, PAID_MS, [to(ann.amount, { contract: OTHER_RECEIVER })]),
    credited: [],
    claim: "rejected no_usdt_transfer",
    waits: nothing,
  },
  {
    name: "another token that the node lists as USDT is rejected",
    happens: ({ node }, { ann }) => {
      node.listed.push(listEntry(HASH, PAID_MS, to(ann.amount)));
      node.put(HASH, receiptOf(HASH, PAID_MS, [to(ann.amount, { contract: OTHER_RECEIVER })]));
    },
    credited: [],
    claim: "rejected no_usdt_transfer",
    waits: nothing,
  },
  {
    name: "a failed payment is rejected",
    happens: ({ node }, { ann }) => {
      node.listed.push(listEntry(HASH, PAID_MS, to(ann.amount)));
      node.put(HASH, { ...receiptOf(HASH, PAID_MS, [to(ann.amount)]), result: "FAILED" });
    },
    credited: [],
    claim: "rejected tx_failed",
    waits: nothing,
  },
  {
    name: "a payment that is not final buys nothing",
    happens: ({ node }, { ann }) => {
      node.listed.push(listEntry(HASH, PAID_MS, to(ann.amount)));
      node.put(HASH, receiptOf(HASH, PAID_MS, [to(ann.amount)]), "head");
    },
    credited: [],
    claim: "seen",
    waits: nothing,
  },
  {
    name: "a claim waits while the node is more than a day behind",
    happens: async ({ node, store }, { ann }) => {
      node.chain.solidMs = () => NOW_MS - 3_600_000;
      node.listed.push(listEntry(HASH, PAID_MS, to(ann.amount)));
      await aClaim(store, ann, HASH, NOW_MS - 24.5 * 3_600_000);
    },
    credited: [],
    claim: "waiting",
    waits: nothing,
  },
  {
    name: "a payment that two nodes confirm buys the plan",
    hasSecond: true,
    happens: ({ node, second }, { ann }) => {
      node.arrive(HASH, PAID_MS, [to(ann.amount)]);
      second?.arrive(HASH, PAID_MS, [to(ann.amount)]);
    },
    credited: ["ann"],
    claim: "paid",
    waits: nothing,
  },
  ...[-90_000, 90_000].map((wrongMs) => ({
    name: `a payment buys the plan with a clock off by ${wrongMs / 1_000} s`,
    happens: ({ node, clock }: PaymentSetup, { ann }: { ann: Invoice }) => {
      node.chain.solidMs = () => clock.nowMs - wrongMs - 60_000;
      node.arrive(HASH, PAID_MS - wrongMs, [to(ann.amount)]);
    },
    credited: ["ann"],
    claim: "paid",
    waits: nothing,
  })),
  {
    name: "a payment for an account that was deleted is reviewed",
    happens: async ({ node, store }, { ann }) => {
      node.arrive(HASH, PAID_MS, [to(ann.amount)]);
      await store.db.deleteFrom("account_user").where("id", "=", "ann").execute();
    },
    credited: [],
    claim: "review account_deleted",
    waits: (amount) => amount,
  },
];

describe.each(engines)("on $name", (engine) => {
  describe.each(["before", "after"])("a claim that arrives %s its transaction", (order) => {
    test.each(CASES)(
      "$name",
      async ({ happens, credited, claim, waits, hasSecond = false, balance = nothing }) => {
        const setup = await openPaymentSetup(NOW_MS, { place: await engine.place(), hasSecond });
        const { store, clock } = setup;
        const ann = await anInvoice(store, "ann", NOW_MS);
        const ben = await anInvoice(store, "ben", NOW_MS);
        const worker = setup.startWorker("a");
        clock.nowMs = PAID_MS + 30_000;
        await happens(setup, { ann, ben });
        for (const step of order === "before" ? ["name", "find"] : ["find", "name"]) {
          if (step === "name") {
            await aClaim(store, ann, HASH, clock.nowMs);
          }
          await worker.work();
          clock.nowMs += 61_000;
        }
        await worker.work();
        const payments = await store.db.selectFrom("payment").select("account_id").execute();
        expect(payments.map((row) => row.account_id).toSorted()).toEqual(credited);
        const [found] = await listClaims(store, ann.id);
        const became = [found?.state, found?.reason].filter(Boolean).join(" ");
        expect(claim.split("|")).toContain(became);
        // The badge counts what the list shows.
        expect(await countReview(store, 9)).toBe((await listReview(store)).length);
        const books = await readBooks(store);
        expect(books.waiting).toBe(BigInt(waits(ann.amount)));
        expect(books.balances).toBe(BigInt(balance(ann.amount)));
      },
    );
  });
});
