import { expect, test } from "vitest";
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

// Cause: the service no longer looked up claimed transactions.
test("a pending sale is settled after a restart without TRON_ADDRESSES", async () => {
  const { env, dataDir, invoice } = await soldBefore();
  await startService({ env });
  const claims = () => withStoreOf(dataDir, (store) => listClaims(store, invoice.id));
  await eventually(async () => (await claims())[0]?.state !== "waiting");
  expect(await claims()).toMatchObject([{ state: "paid" }]);
});
