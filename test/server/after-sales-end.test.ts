import { describe, expect, test } from "vitest";
import { listClaims } from "../../server/payment/claims.ts";
import { eventually } from "../support/eventually.ts";
import { aClaim, anInvoice, hashOf } from "../support/payments.ts";
import { NOW_MS, startService, withStoreOf } from "../support/service.ts";
import { tempFolder } from "../support/temp-store.ts";
import { RECEIVER, receiptOf, startTronNode } from "../support/tron-node.ts";

const HASH = hashOf(1);

/** A data folder with a paid claim from the days when payments were accepted. */
async function soldBefore() {
  const dataDir = await tempFolder();
  const node = await startTronNode();
  const invoice = await withStoreOf(dataDir, async (store) => {
    const made = await anInvoice(store, "ann", NOW_MS);
    await aClaim(store, made, HASH, NOW_MS);
    return made;
  });
  node.put(HASH, receiptOf(HASH, NOW_MS, [{ to: RECEIVER, amount: invoice.amount }]));
  return { env: { DATA_DIR: dataDir, TRON_URL: node.url }, dataDir, invoice };
}

// Claimed transactions were once no longer looked up, and nothing reported it.
describe("sales from before TRON_ADDRESSES was emptied", () => {
  test("a pending sale is settled after a restart without TRON_ADDRESSES", async () => {
    const { env, dataDir, invoice } = await soldBefore();
    const service = await startService({ env });
    expect(service.log.join()).toContain(
      '"event":"payments watched, sales off","claims":1,"invoices":1',
    );
    await eventually(async () => {
      const claims = await withStoreOf(dataDir, (store) => listClaims(store, invoice.id));
      return claims[0]?.state === "paid";
    });
  });

  test("a pending sale is logged if no process with these settings looks for it", async () => {
    const { env } = await soldBefore();
    const service = await startService({ env: { ...env, PORTAL: "off" } });
    expect(service.log.join()).toContain('"event":"payments not watched","claims":1,"invoices":1');
  });

  test("nothing is logged if nothing is pending", async () => {
    expect((await startService()).log.join()).not.toContain("payments");
  });
});
