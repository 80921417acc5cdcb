import { describe, expect, test } from "vitest";
import { engines } from "../../support/engines.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import type { PaymentSetup } from "../../support/payment-setup.ts";
import { aClaim, anInvoice, hashOf } from "../../support/payments.ts";
import { RECEIVER, receiptOf } from "../../support/tron-node.ts";

/*
 * A node may answer anything. Where one payment cannot be read, the money of all others must not wait.
 */

const NOW_MS = Date.UTC(2026, 6, 1);
const MINUTE_MS = 60_000;
const [ODD, HONEST] = [hashOf(1), hashOf(2)];

/** Two payments, both due, of which the odd one is looked up first. */
async function twoPayments(setup: PaymentSetup, way: "named" | "unnamed") {
  const amounts = new Map<string, number>();
  for (const [name, hash] of [
    ["eve", ODD],
    ["ann", HONEST],
  ] as const) {
    const invoice = await anInvoice(setup.store, name, NOW_MS);
    amounts.set(hash, invoice.amount);
    setup.node.arrive(hash, NOW_MS + 1_000, [{ to: RECEIVER, amount: invoice.amount }]);
    if (way === "named") {
      await aClaim(setup.store, invoice, hash, NOW_MS);
    }
  }
  const service = setup.startWorker("a");
  const odd = receiptOf(ODD, NOW_MS + 1_000, [{ to: RECEIVER, amount: amounts.get(ODD) ?? 0 }]);
  return { service, odd };
}

async function credited({ store }: PaymentSetup) {
  const rows = await store.db.selectFrom("payment").select("tx_hash").orderBy("tx_hash").execute();
  return rows.map((row) => row.tx_hash);
}

const withTopics = (odd: Record<string, unknown>, topics: unknown) => ({
  ...odd,
  log: [{ ...(odd["log"] as object[])[0], topics }],
});

describe.each(["named", "unnamed"] as const)("of payments that are %s", (way) => {
  test.each<[string, (odd: Record<string, unknown>) => unknown]>([
    ["a topic that is not text", (odd) => withTopics(odd, [{ toString: 1 }])],
    ["ten thousand lists in each other", (odd) => nested(odd, 10_000)],
    ["a log that is not one", (odd) => ({ ...odd, log: [null, 1, { address: {}, topics: [] }] })],
  ])("%s holds up no other", async (_, lie) => {
    const setup = await openPaymentSetup(NOW_MS);
    const { service, odd } = await twoPayments(setup, way);
    setup.node.put(ODD, lie(odd));
    await service.work();
    expect(await credited(setup)).toEqual([HONEST]);
    expect(setup.log.join("\n")).not.toMatch(/unattended|unsettled/);
  });

  test("a look-up that fails altogether waits, is logged, and holds up no other", async () => {
    let fails = true;
    const setup = await openPaymentSetup(NOW_MS, {
      changed: (node) => ({
        ...node,
        lookUp: (hash, ended) =>
          fails && hash === ODD ? Promise.reject(new TypeError("odd")) : node.lookUp(hash, ended),
      }),
    });
    const { service } = await twoPayments(setup, way);
    await service.work();
    expect(await credited(setup)).toEqual([HONEST]);
    expect(setup.log.join("\n")).toContain(
      `payment unsettled {"hash":"${ODD}","cause":"TypeError: odd"}`,
    );
    // It was put off, like any other that could not be looked up.
    const waiting = await setup.store.db
      .selectFrom("chain_lookup")
      .select(["tx_hash", "next_look_at"])
      .where("state", "=", "waiting")
      .execute();
    expect(waiting).toMatchObject([{ tx_hash: ODD }]);
    expect(waiting[0]?.next_look_at).toBeGreaterThan(NOW_MS);
    fails = false;
    setup.clock.nowMs += MINUTE_MS;
    await service.work();
    expect(await credited(setup)).toEqual([ODD, HONEST]);
  });
});

function nested(odd: Record<string, unknown>, depth: number): string {
  const topics = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  return JSON.stringify(withTopics(odd, "here")).replace('"here"', topics);
}

test("a list that cannot be read holds up no payment that was listed before", async () => {
  let fails = false;
  const setup = await openPaymentSetup(NOW_MS, {
    changed: (node) => ({
      ...node,
      list: (query, ended) =>
        fails ? Promise.reject(new TypeError("odd")) : node.list(query, ended),
    }),
  });
  const { service, odd } = await twoPayments(setup, "unnamed");
  setup.node.put(ODD, {});
  await service.work();
  expect(await credited(setup)).toEqual([HONEST]);
  setup.node.put(ODD, odd);
  fails = true;
  setup.clock.nowMs += 10 * MINUTE_MS;
  await service.work();
  expect(setup.log.join("\n")).toMatch(/payments unattended .*"cause":"TypeError: odd"/);
  expect(await credited(setup)).toEqual([ODD, HONEST]);
});

// A fraction cannot be stored as the time from which the list is read again.
test.each(engines)("a block time with a fraction stops nothing ($name)", async (engine) => {
  const setup = await openPaymentSetup(NOW_MS, { place: await engine.place() });
  const { service } = await twoPayments(setup, "unnamed");
  setup.node.chain.solidMs = () => NOW_MS - MINUTE_MS + 0.5;
  await service.work();
  expect(await credited(setup)).toEqual([ODD, HONEST]);
  const cursors = await setup.store.db.selectFrom("address_cursor").select("since").execute();
  expect(cursors.map(({ since }) => Number.isInteger(since))).toEqual([true]);
  expect(setup.reported).toEqual(["nonsense"]);
});
