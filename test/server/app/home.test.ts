import { expect, test } from "vitest";
import { endPlan } from "../../../server/owner/plan-actions.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { directivesOf, inlineStylesOf, sourceOf } from "../../support/embed-page.ts";
import { eventually } from "../../support/eventually.ts";
import { NOW_MS, startService, withStoreOf } from "../../support/service.ts";
import { stubApp } from "../../support/stub-app.ts";
import { RECEIVER } from "../../support/tron-node.ts";

// Cause: the pages asked customers to write to an owner, but contained no address.
test("the front page and the account pages contain the owner's email address", async () => {
  const { ask } = await startService({ env: { CONTACT: "games&co@example.com" } });
  const [front, prices] = [await ask("/"), await ask("/account/prices/")];
  expect(await front.text()).toContain('data-contact="games&amp;co@example.com"');
  expect(await prices.text()).toContain('"contact":"games&co@example.com"');
});

test("no site can embed the front page", async () => {
  const { ask } = await startService();
  const response = await ask("/");
  const html = await response.text();
  expect(directivesOf(response.headers)).toEqual({
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'", ...inlineStylesOf(html).map(sourceOf)],
    "img-src": ["'self'", "data:"],
    "connect-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
  });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
});

// Cause: the page read "pay it in USDT" although nothing was on sale.
test.each([
  ["with accounts switched off", "off", { PORTAL: "off" }],
  ["without a payment address", "on", {}],
  ["with a payment address", "sells", { TRON_ADDRESSES: RECEIVER, SELL_SEED_MODE: "yes" }],
])("the front page says whether keys are on sale: %s", async (_, portal, env) => {
  const { ask } = await startService({ env });
  expect(await (await ask("/")).text()).toContain(`data-portal="${portal}"`);
});

// Cause: the page said "choose a plan" without any price.
test("the front page names the lowest price on sale, even after the owner changes it", async () => {
  const env = { TRON_ADDRESSES: RECEIVER, SELL_SEED_MODE: "yes" };
  const { ask, dataDir } = await startService({ env });
  const front = async () => (await ask("/")).text();
  expect(await front()).toContain('data-price="From 49 USDT for 30 days."');
  await withStoreOf(dataDir, (store) =>
    serialized(store, (within) =>
      endPlan(within, { plan: "30 days", price: 500_000_000, reason: "x" }, NOW_MS),
    ),
  );
  await eventually(async () => (await front()).includes('data-price="From 129 USDT for 90 days."'));
  expect(await (await (await startService()).ask("/")).text()).toContain('data-price=""');
});

// Cause: every request for the front page read the prices from the database.
test("a flood of requests for the front page reads the price once", async () => {
  let reads = 0;
  const { ask } = stubApp({
    isSelling: true,
    lowestPrice: async () => {
      reads += 1;
      return null;
    },
  });
  await Promise.all(Array.from({ length: 100 }, () => ask("/")));
  expect(reads).toBe(1);
});
