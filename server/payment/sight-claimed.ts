import type { Transaction } from "kysely";
import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import type { Claim } from "./claims.ts";
import { fitsAnotherAccount, judgeForInvoice } from "./match-invoice.ts";
import { noteGone, noteSight, sightOf } from "./sightings.ts";
import type { Sight } from "./sightings.ts";
import type { NodeAnswer } from "./tron/node.ts";

/** What `sightClaimed` works with. */
interface SightDeps {
  readonly store: Store;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Notes for the payers' screens what a node says of a transaction that these claims name. Never rejects:
 * the claims are decided all the same.
 */
export async function sightClaimed(
  { store, now, log }: SightDeps,
  { hash, claims }: { hash: string; claims: readonly Claim[] },
  answer: NodeAnswer,
  clockAheadMs: number,
): Promise<void> {
  const sight = sightOf(answer);
  try {
    if (sight === "gone") {
      await noteGone(store, hash, now());
    } else if (sight !== undefined) {
      for (const { invoice_id: invoiceId } of claims) {
        await store.db
          .transaction()
          .execute((transaction) => note(transaction, { invoiceId, sight, clockAheadMs }, now()));
      }
    }
  } catch (error) {
    log("sighting unnoted", { hash, cause: String(error) });
  }
}

async function note(
  transaction: Transaction<Schema>,
  { invoiceId, sight, clockAheadMs }: { invoiceId: string; sight: Sight; clockAheadMs: number },
  nowMs: number,
): Promise<void> {
  const { receipt } = sight;
  const invoice = await transaction
    .selectFrom("invoice")
    .selectAll()
    .where("id", "=", invoiceId)
    .executeTakeFirstOrThrow();
  const verdict = judgeForInvoice(invoice, { receipt, clockAheadMs });
  if (verdict.verdict === "rejected") {
    return;
  }
  const transfer = verdict.verdict === "paid" ? verdict.transfers[0] : verdict.transfer;
  const context = { receipt, clockAheadMs, credited: new Set<number>() };
  // Anybody can name what another account pays.
  if (
    transfer !== undefined &&
    (verdict.verdict === "paid" ||
      !(await fitsAnotherAccount(transaction, invoice, transfer, context)))
  ) {
    await noteSight(transaction, { invoiceId, amount: transfer.amount, sight }, nowMs);
  }
}
