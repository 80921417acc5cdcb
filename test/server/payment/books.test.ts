import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listBalances, refund } from "../../../server/payment/balance.ts";
import { readBooks } from "../../../server/payment/books.ts";
import { submitClaim } from "../../../server/payment/claims.ts";
import type { Invoice } from "../../../server/payment/invoices.ts";
import { buyFromBalance } from "../../../server/payment/receive.ts";
import { listReview, dismiss } from "../../../server/payment/review.ts";
import { times } from "../../support/effort.ts";
import { engines } from "../../support/engines.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import type { PaymentSetup } from "../../support/payment-setup.ts";
import {
  anInvoice,
  assign,
  hashOf,
  MONTH,
  TERMS,
  unassign,
  vault,
} from "../../support/payments.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const TERM = { days: 3 };
/** Less is not looked up unless somebody claims it. */
const LEAST = 1_000_000n;

type Step =
  | { readonly act: "order" | "work" | "killed" | "giveBack" }
  | { readonly act: "buy" | "refund"; readonly which: number }
  | { readonly act: "pay"; readonly which: number; readonly more: number; readonly logs: number }
  | { readonly act: "name"; readonly which: number; readonly hash: number }
  | { readonly act: "assign" | "dismiss"; readonly which: number };

const which = fc.nat(5);
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        act: fc.constantFrom("order", "work", "killed", "giveBack"),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        act: fc.constant("pay"),
        which,
        more: fc.constantFrom(0, 0, 0, 1, -1, -1_000_000, 5_000_000, -48_500_000, 2 ** 60),
        logs: fc.integer({ min: 1, max: 2 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("name"), which, hash: which }) },
    {
      weight: 3,
      arbitrary: fc.record({ act: fc.constantFrom("assign", "dismiss", "buy", "refund"), which }),
    },
  ),
  { minLength: 5, maxLength: 25 },
) as fc.Arbitrary<Step[]>;

/** Does the steps. Returns what the chain took in, apart from dust. */
async function perform(setup: PaymentSetup, script: readonly Step[]) {
  const { store, node, clock } = setup;
  const invoices: Invoice[] = [await anInvoice(store, "ann", NOW_MS)];
  const hashes: string[] = [];
  let worker = setup.startWorker("0");
  let [cameIn, holder] = [0n, 0];
  const assigned: string[] = [];
  await worker.work();
  for (const step of script) {
    clock.nowMs += 7_000;
    const pick = <T>(list: readonly T[]) =>
      list[("which" in step ? step.which : 0) % Math.max(1, list.length)];
    const waiting = async () =>
      (await listReview(store)).flatMap(({ id, claims }) => {
        const open = claims.filter(({ state }) => state === "review");
        return open.length === 0 ? [id] : open.map((claim) => claim.id);
      });
    switch (step.act) {
      case "order":
        invoices.push(await anInvoice(store, `operator${invoices.length}`, clock.nowMs));
        break;
      case "pay": {
        const amount = BigInt((pick(invoices) as Invoice).amount) + BigInt(step.more);
        const hash = hashOf(hashes.length);
        hashes.push(hash);
        node.arrive(
          hash,
          clock.nowMs,
          Array.from({ length: step.logs }, () => ({ to: RECEIVER, amount })),
        );
        cameIn += amount < LEAST ? 0n : amount * BigInt(step.logs);
        break;
      }
      case "name": {
        const hash = hashes[step.hash % Math.max(1, hashes.length)];
        if (hash !== undefined) {
          await submitClaim(store, pick(invoices) as Invoice, hash, clock.nowMs);
        }
        break;
      }
      case "work":
        await worker.work();
        break;
      case "killed":
        // Another process takes over; this one never drops its leases.
        holder += 1;
        worker = setup.startWorker(String(holder));
        clock.nowMs += 30_000;
        break;
      case "assign": {
        const id = pick(await waiting());
        if (id !== undefined) {
          const email = "ann@operator.example";
          const giving = assign(store, { id, email, term: TERM, force: true }, clock.nowMs);
          await giving.then(() => assigned.push(id)).catch(() => {});
        }
        break;
      }
      case "giveBack": {
        const id = assigned.pop();
        if (id !== undefined) {
          await unassign(store, id, clock.nowMs);
        }
        break;
      }
      case "buy": {
        const { account_id: accountId } = pick(invoices) as Invoice;
        const bought = { accountId, plan: MONTH, terms: TERMS };
        await buyFromBalance(store, vault, bought, clock.nowMs);
        break;
      }
      case "refund": {
        const account = `${(pick(invoices) as Invoice).account_id}@operator.example`;
        const back = { account, amount: 1_500_000, hash: hashOf(clock.nowMs) };
        await refund(store, back, clock.nowMs).catch(() => {});
        break;
      }
      case "dismiss": {
        const id = pick(await waiting());
        if (id !== undefined) {
          await dismiss(store, id, clock.nowMs);
        }
      }
    }
  }
  clock.nowMs += 10 * 60_000;
  for (let turn = 0; turn < 4; turn++) {
    clock.nowMs += 60_000;
    await worker.work();
  }
  await worker.stop();
  return cameIn;
}

/** Too little to be looked up, and named all the same: it was counted twice. */
const NAMED_DUST: Step[] = [
  { act: "pay", which: 0, more: -48_500_000, logs: 2 },
  { act: "name", which: 0, hash: 0 },
];

/** Two accounts name it, and one is preferred: the other claim is listed still, but no money waits. */
const ASSIGNED_BEFORE_A_RIVAL: Step[] = [
  { act: "pay", which: 0, more: -1_000_000, logs: 1 },
  { act: "order" },
  { act: "name", which: 0, hash: 0 },
  { act: "name", which: 1, hash: 0 },
  { act: "work" },
  { act: "assign", which: 0 },
];

describe.each(engines)("$name", (engine) => {
  const numRuns = engine.name === "SQLite" ? times(8, 150) : times(3, 12);

  test("what came in is spent, in balances, paid back, dismissed or waits, to the unit, whatever happens", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const setup = await openPaymentSetup(NOW_MS, { place: await engine.place() });
        const cameIn = await perform(setup, script);
        const books = await readBooks(setup.store);
        const recorded = await setup.store.db.selectFrom("transfer").select("amount").execute();
        // Dust counts where somebody claims it.
        const dust = recorded.map(({ amount }) => BigInt(amount)).filter((each) => each < LEAST);
        expect(books.cameIn).toBe(dust.reduce((sum, each) => sum + each, cameIn));
        const payments = await setup.store.db
          .selectFrom("payment")
          .select(["amount", "tx_hash", "log_index"])
          .execute();
        const balances = await listBalances(setup.store);
        expect(balances.every(({ balance }) => balance > 0)).toBe(true);
        expect(books.balances).toBe(
          balances.reduce((sum, { balance }) => sum + BigInt(balance), 0n),
        );
        const entries = await setup.store.db.selectFrom("balance_entry").selectAll().execute();
        const kept = entries.filter((each) => each.log_index !== null);
        // What came to the accounts was spent, is there, or was paid back.
        expect(books.credited + books.balances + books.refunded).toBe(
          [...payments, ...kept].reduce((sum, { amount }) => sum + BigInt(amount), 0n),
        );
        // Everything that waits is listed once; what is credited is only listed for its other claims.
        const credited = new Set(
          [...payments, ...kept].map((each) => `${each.tx_hash} ${each.log_index}`),
        );
        const listed = (await listReview(setup.store)).filter(
          ({ hash, logIndex }) => !credited.has(`${hash} ${logIndex}`),
        );
        expect(books.waiting).toBe(listed.reduce((sum, { paid }) => sum + paid, 0n));
      }),
      { numRuns, examples: [[NAMED_DUST], [ASSIGNED_BEFORE_A_RIVAL]] },
    );
  });
});
