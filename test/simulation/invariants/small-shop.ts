import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import type { Invoice } from "../../../server/payment/invoices.ts";
import type { Store } from "../../../server/store/store.ts";
import { aClaim, anInvoice, aReceipt, decided } from "../../support/payments.ts";
import { migratedPlace, tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-answers.ts";
import { createChain } from "../chain.ts";
import type { Chain } from "../chain.ts";

const START_MS = Date.UTC(2026, 6, 1);
/** When all that is sent at the start is final. */
export const LATER_MS = START_MS + 120_000;

/** A store in which the service's own code sells, with the chain beside it: what it writes is as promised. */
export interface SmallShop {
  readonly store: Store;
  readonly chain: Chain;
  /** The same database as somebody who may break every rule sees it. */
  readonly db: DatabaseSync;
  /** Orders a plan, and sends what the invoice asks for and so much more. */
  pay(accountId: string, more?: number): Promise<Invoice>;
  /** Sends for an invoice what it asks for and so much more. */
  send(invoice: Invoice, more?: number): Promise<void>;
}

export async function openSmallShop(): Promise<SmallShop> {
  const place = await migratedPlace();
  const { store } = await tempStore(place);
  const db = new DatabaseSync("file" in place ? place.file : "", {
    enableForeignKeyConstraints: false,
  });
  onTestFinished(() => db.close());
  const chain = createChain({ nowMs: START_MS });

  async function send(invoice: Invoice, more = 0): Promise<void> {
    const amount = invoice.amount + more;
    const hash = chain.send(amount);
    const claim = await aClaim(store, invoice, hash, START_MS);
    const receipt = aReceipt(hash, START_MS, [{ to: RECEIVER, amount }]);
    await decided(store, claim, receipt, LATER_MS);
  }

  return {
    store,
    chain,
    db,
    send,
    async pay(accountId, more) {
      const invoice = await anInvoice(store, accountId, START_MS);
      await send(invoice, more);
      return invoice;
    },
  };
}
