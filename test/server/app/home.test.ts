import { expect, test } from "vitest";
import { directivesOf, inlineStylesOf, sourceOf } from "../../support/embed-page.ts";
import { startService } from "../../support/service.ts";
import { RECEIVER } from "../../support/tron-node.ts";

test("the front page shows the demo key", async () => {
  const { ask, demoKey } = await startService({ env: { DEMO: "on" } });
  expect(demoKey).toMatch(/^tbs_live_\w{36}$/);
  expect(await (await ask("/")).text()).toContain(`data-key="${demoKey}"`);
  expect((await ask(`/embed/baccarat/?key=${demoKey}`)).status).toBe(200);
});

test("the front page does not show a key if there is none", async () => {
  const { ask, demoKey } = await startService({ env: { DEMO: "off" } });
  expect(demoKey).toBeNull();
  expect(await (await ask("/")).text()).toContain('data-key=""');
});

// Once, the pages asked customers to write to an owner, and gave no address.
test("the front page and the account pages get the owner's address", async () => {
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
    "frame-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
  });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
});

// It once read "pay it in USDT" although nothing was sold.
test.each([
  ["with accounts switched off", "off", { PORTAL: "off" }],
  ["without a payment address", "on", {}],
  ["with a payment address", "sells", { TRON_ADDRESSES: RECEIVER, SELL_SEED_MODE: "yes" }],
])("the front page says whether keys are on sale: %s", async (_, portal, env) => {
  const { ask } = await startService({ env });
  expect(await (await ask("/")).text()).toContain(`data-portal="${portal}"`);
});
