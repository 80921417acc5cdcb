import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assign } from "../../../../server/payment/assign.ts";
import { listBalances, refund } from "../../../../server/payment/balance.ts";
import { buyFromBalance } from "../../../../server/payment/buy-from-balance.ts";
import { submitClaim } from "../../../../server/payment/claims.ts";
import { readBooks, readDust } from "../../../../server/payment/incoming/books.ts";
import {
  assignTransfer,
  dismissTransfer,
  listUnmatched,
} from "../../../../server/payment/incoming/unmatched.ts";
import type { Invoice } from "../../../../server/payment/invoices.ts";
import { listReview, dismiss } from "../../../../server/payment/review.ts";
import { unassign } from "../../../../server/payment/unassign.ts";
import { times } from "../../../support/effort.ts";
import { engines } from "../../../support/engines.ts";
import { openPaymentSetup } from "../../../support/payment-setup.ts";
import type { PaymentSetup } from "../../../support/payment-setup.ts";
import { anInvoice, hashOf, MONTH, TERMS, vault } from "../../../support/payments.ts";
import { RECEIVER } from "../../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const TERM = { days: 3 };

type Step =
  | { readonly act: "order" | "watch" | "work" | "killed" | "giveBack" }
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
        act: fc.constantFrom("order", "watch", "work", "killed", "giveBack"),
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

/** Does the steps. Returns what the chain took in, apart from dust, and the dust. */
async function perform(setup: PaymentSetup, script: readonly Step[]) {
  const { store, node, clock } = setup;
  const invoices: Invoice[] = [await anInvoice(store, "ann", NOW_MS)];
  const hashes: string[] = [];
  let watch = setup.startWatch("0");
  let worker = setup.startWorker("0");
  let [cameIn, dust, holder] = [0n, 0n, 0];
  const assigned: string[] = [];
  await watch.work();
  for (const step of script) {
    clock.nowMs += 7_000;
    const pick = <T>(list: readonly T[]) =>
      list[("which" in step ? step.which : 0) % Math.max(1, list.length)];
    const waiting = async () => [
      ...(await listUnmatched(store)).map(({ id }) => ({ id, isTransfer: true })),
      ...(await listReview(store)).flatMap(({ claims }) =>
        claims
          .filter(({ state }) => state === "review")
          .map(({ id }) => ({ id, isTransfer: false })),
      ),
    ];
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
        const sum = amount * BigInt(step.logs);
        [cameIn, dust] = amount < 1_000_000n ? [cameIn, dust + sum] : [cameIn + sum, dust];
        break;
      }
      case "name": {
        const hash = hashes[step.hash % Math.max(1, hashes.length)];
        if (hash !== undefined) {
          await submitClaim(store, pick(invoices) as Invoice, hash, clock.nowMs);
        }
        break;
      }
      case "watch":
        await watch.work();
        break;
      case "work":
        await worker.work();
        break;
      case "killed":
        // Another process takes over; this one never drops its leases.
        holder += 1;
        watch = setup.startWatch(String(holder));
        worker = setup.startWorker(String(holder));
        clock.nowMs += 30_000;
        break;
      case "assign": {
        const found = pick(await waiting());
        if (found !== undefined) {
          const assignment = { term: TERM, force: true };
          const giving = found.isTransfer
            ? assignTransfer(
                store,
                vault,
                { ...assignment, transferId: found.id, email: "ann@operator.example" },
                [MONTH],
                clock.nowMs,
              )
            : assign(store, vault, { ...assignment, claimId: found.id }, [MONTH], clock.nowMs);
          await giving.then(() => assigned.push(found.id)).catch(() => {});
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
        const found = pick(await waiting());
        if (found !== undefined) {
          await (found.isTransfer ? dismissTransfer : dismiss)(store, found.id, clock.nowMs);
        }
      }
    }
  }
  clock.nowMs += 10 * 60_000;
  for (let turn = 0; turn < 4; turn++) {
    clock.nowMs += 60_000;
    await Promise.all([watch.work(), worker.work()]);
  }
  await Promise.all([watch.stop(), worker.stop()]);
  return { cameIn, dust };
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
        const { cameIn, dust } = await perform(setup, script);
        const books = await readBooks(setup.store);
        expect(books.cameIn + (await readDust(setup.store)).sum).toBe(cameIn + dust);
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
        // Everything that waits is in one of the two lists, once.
        const credited = new Set(
          [...payments, ...kept].map((each) => `${each.tx_hash} ${each.log_index}`),
        );
        const listed = [
          ...(await listUnmatched(setup.store)),
          ...(await listReview(setup.store)).filter(
            ({ hash, logIndex }) => !credited.has(`${hash} ${logIndex}`),
          ),
        ];
        expect(books.waiting).toBe(listed.reduce((sum, { paid }) => sum + paid, 0n));
      }),
      { numRuns, examples: [[NAMED_DUST], [ASSIGNED_BEFORE_A_RIVAL]] },
    );
  });
});
