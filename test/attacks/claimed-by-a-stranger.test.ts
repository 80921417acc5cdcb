/*
 * What the attacker does: keeps an invoice for the longest plan open, reads on the chain that somebody
 * paid the house a sum that fits no invoice, and names that transaction before its payer does.
 *
 * What it did: the stranger's claim stood first in the list, which said neither who had sent the money
 * nor that another account claimed it; and `assign` credited the plan of the invoice, a year for 49 USDT.
 *
 * What stops it: the list has a paragraph a transfer, with its sender and everybody who claims it; what
 * it buys has to be said; where two claim it, nothing is assigned without --force; and what was
 * assigned to the wrong one can be taken back.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { paymentsCommand } from "../../server/cli/payments.ts";
import { callCommand } from "../support/command.ts";
import { serviceFolder } from "../support/made-service.ts";
import { aClaim, anInvoice, aReceipt, decided, hashOf } from "../support/payments.ts";
import { tempStore } from "../support/temp-store.ts";
import { RECEIVER } from "../support/tron-node.ts";

const YEAR = { name: "Year", days: 365, price: 449_000_000 };
const DAY_MS = 86_400_000;

/** Ann's exchange kept its fee, and Eve was quicker to name what arrived. */
async function misPaid() {
  const dataDir = await serviceFolder();
  const { store } = await tempStore({ file: join(dataDir, "tableside.sqlite") });
  const nowMs = Date.now();
  const theirs = await anInvoice(store, "eve", nowMs - 60_000, { plan: YEAR });
  const owned = await anInvoice(store, "ann", nowMs - 60_000);
  const transfers = [{ to: RECEIVER, amount: 48_000_000 }];
  const receipt = aReceipt(hashOf(1), nowMs - 30_000, transfers);
  const [eve, ann] = [
    await aClaim(store, theirs, hashOf(1), nowMs - 20_000),
    await aClaim(store, owned, hashOf(1), nowMs - 10_000),
  ];
  for (const claim of [eve, ann]) {
    await decided(store, claim, receipt, nowMs);
  }
  const settings = { DATA_DIR: dataDir, PLANS: "Month:30:49,Year:365:449" };
  const payments = (...args: string[]) => callCommand(paymentsCommand, args, settings);
  return { store, payments, eve, ann };
}

test("a stranger's claim stands beside the payer's, and neither is credited by mistake", async () => {
  const { store, payments, eve, ann } = await misPaid();
  const { stdout: list } = await payments("list");
  expect(list).toMatch(/^48\.00 USDT from T\w{33}\n/);
  expect(list).toContain("2 accounts claim it");
  expect(list).toMatch(new RegExp(`${eve.id} +amount_mismatch +eve@.* +448\\.\\d+ +Year`));
  expect(list).toMatch(new RegExp(`${ann.id} +amount_mismatch +ann@.* +48\\.\\d+ +Month`));
  expect(JSON.parse((await payments("list", "--json")).stdout)).toMatchObject([
    { id: eve.id, claimedBy: ["eve@operator.example", "ann@operator.example"] },
    { id: ann.id, from: expect.stringMatching(/^T/), plan: "Month" },
  ]);

  expect(await payments("assign", eve.id)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--plan NAME or --days N"),
  });
  expect(await payments("assign", ann.id, "--plan", "Month")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("claimed by eve@operator.example as well"),
  });
  expect(await store.db.selectFrom("payment").select("id").execute()).toEqual([]);

  // The wrong one, by force; then it is taken back, and given to who sent it.
  expect((await payments("assign", eve.id, "--plan", "Month", "--force")).code).toBe(0);
  expect(await payments("unassign", eve.id)).toMatchObject({ code: 0, stderr: "" });
  const { ends_at: endsAtMs } = await store.db
    .selectFrom("subscription")
    .select("ends_at")
    .executeTakeFirstOrThrow();
  expect(endsAtMs).toBeLessThanOrEqual(Date.now());
  expect((await payments("dismiss", eve.id)).code).toBe(0);
  expect((await payments("assign", ann.id, "--plan", "Month")).code).toBe(0);
  const credited = await store.db.selectFrom("payment").selectAll().execute();
  expect(credited).toMatchObject([{ account_id: "ann", plan: "Month", days: 30 }]);
  expect((credited[0]?.ends_at ?? 0) - (credited[0]?.starts_at ?? 0)).toBe(30 * DAY_MS);
});
