import { describe, expect, test } from "vitest";
import { addEntry, balanceOf } from "../../../server/payment/balance.ts";
import { buyFromBalance } from "../../../server/payment/buy-from-balance.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { bothEngines, patient } from "../../support/engines.ts";
import { anAccount, MONTH, TERMS, vault } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1);

describe.each(bothEngines)("$name", (engine) => {
  // A proxy that retries a form may send it to two servers.
  test("an order that comes many times at once, to two servers, buys once", async () => {
    const place = patient(await engine.place());
    const servers = [(await tempStore(place)).store, (await tempStore(place)).store] as const;
    const [store] = servers;
    const accountId = await anAccount(store, "ann");
    const had = 3 * MONTH.price;
    const entry = { account_id: accountId, kind: "twice", amount: had, at: NOW_MS } as const;
    await serialized(store, (within) => addEntry(within, entry));
    const order = { accountId, plan: MONTH, terms: TERMS, balance: had };
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        buyFromBalance(servers[turn % 2 === 0 ? 0 : 1], vault, order, NOW_MS),
      ),
    );
    expect(answers.filter((answer) => answer === "changed")).toHaveLength(5);
    expect(await store.db.selectFrom("invoice").selectAll().execute()).toHaveLength(1);
    expect(await balanceOf(store.db, accountId)).toBe(had - MONTH.price);
  });

  test("a balance that lacks anything buys nothing", async () => {
    const { store } = await tempStore(await engine.place());
    const accountId = await anAccount(store, "ann");
    const had = MONTH.price - 1;
    const entry = { account_id: accountId, kind: "twice", amount: had, at: NOW_MS } as const;
    await serialized(store, (within) => addEntry(within, entry));
    const order = { accountId, plan: MONTH, terms: TERMS };
    expect(await buyFromBalance(store, vault, order, NOW_MS)).toBe("too_little");
    expect(await balanceOf(store.db, accountId)).toBe(had);
  });
});
