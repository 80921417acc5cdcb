import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accountWords } from "../../../src/i18n/account.ts";
import { violations } from "../../support/axe.ts";
import { watchClipboard } from "../../support/clipboard.ts";
import { eventually } from "../../support/eventually.ts";
import { startParentPage } from "../../support/live-service.ts";
import {
  CUSTOMER,
  LIST_READ_MS,
  openShop,
  sideways,
  transferOf,
  visitor,
} from "../../support/shop.ts";
import { BLOCK, RECEIVER } from "../../support/tron-node.ts";
import { picture } from "../../support/walk-pictures.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const DAY_MS = 86_400_000;
const ROUND_MS = 30_000;
const PLAN = "30 days";

// Korean is the harder case: untranslated text is noticeable, and the markup is the same.
test("a customer can buy a plan and embed a table on a phone in Korean", async () => {
  const lang = "ko";
  const { service, node } = await openShop(NOW_MS, { env: { WEBHOOKS_PRIVATE: "on" } });
  const { url } = service;
  const words = accountWords(lang);
  const page = await visitor({
    viewport: { width: 390, height: 844 },
    locale: lang,
    // Differs from the service's zone, so that the test can tell which one is displayed.
    timezoneId: "Asia/Seoul",
  });
  const copied = await watchClipboard(page);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
  const follow = (name: string) => page.getByRole("link", { name, exact: true }).first().click();
  const shows = (text: string) => page.getByText(text).first().waitFor();
  let step = 0;
  const look = async (name: string) => {
    step += 1;
    // Measures a page that reloads by itself only once it has its styles.
    await page.waitForLoadState();
    const violated = await violations(page);
    expect([name, violated, await sideways(page)]).toEqual([name, [], false]);
    await picture(page, `${lang}-${String(step).padStart(2, "0")}-${name}`);
  };
  /** Lets the service read the list again, after which the page updates by itself. */
  const later = () => service.setNow(service.now() + LIST_READ_MS);

  // The prices, before the customer has an account.
  await page.goto(`${url}/account/`);
  await follow(words.prices.link);
  await page.getByText("49.00 USDT", { exact: true }).waitFor();
  await look("prices");
  await follow(words.register.title);
  await page.getByLabel(words.email).fill(CUSTOMER.email);
  await page.getByLabel(words.password).fill(CUSTOMER.password);
  await look("register");
  await press(words.register.submit);
  await shows(words.notices.registered);
  await page.getByLabel(words.password).fill(CUSTOMER.password);
  await look("sign-in");
  await press(words.signIn.title);
  await shows(words.dashboard.status.none);
  await look("new-dashboard");

  // The customer signs out and in again.
  await press(words.nav.signOut);
  await shows(words.notices.signed_out);
  await page.getByLabel(words.email).fill(CUSTOMER.email);
  await page.getByLabel(words.password).fill(CUSTOMER.password);
  await press(words.signIn.title);

  // A plan, and its exact cost.
  await follow(words.dashboard.status.subscribe);
  await look("plans");
  await press(words.plans.choose(PLAN));
  expect(await page.locator("#address").innerText()).toBe(RECEIVER);
  await look("pay");
  const transfers = [transferOf(Number(await page.locator("#amount").innerText()))];

  // The customer enters the transaction, and sees its progress.
  const hash = "e5".repeat(32);
  const { chain } = node;
  chain.headNumber = BLOCK + 2;
  node.appear(hash, service.now(), transfers);
  await page.getByLabel(words.invoice.hash).fill(hash);
  await press(words.invoice.submit);
  later();
  const { progress } = words.invoice;
  await shows(progress.heads.block);
  const confirmations = (count: number) =>
    page.getByText(progress.confirmed(19).replace("#", String(count))).waitFor();
  await confirmations(3);
  expect(await page.locator("#amount").isVisible()).toBe(false);
  expect(await page.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(
    expect.arrayContaining([progress.seen, progress.inBlock("66,861,993"), progress.ends.credited]),
  );
  const link = page.getByRole("link", { name: progress.explorer });
  expect(await link.getAttribute("href")).toBe(`https://tronscan.org/#/transaction/${hash}`);
  // It is noon in UTC, and nine in the evening in the reader's zone.
  const seen = page.locator(".steps time").first();
  await seen.filter({ hasText: /21:0\d GMT\+9/ }).waitFor();
  expect(await seen.getAttribute("title")).toMatch(/12:0\d UTC/);
  await look("confirming");
  // The count continues in place: text that is being read is not redrawn.
  await seen.evaluate((element) => element.setAttribute("data-kept", ""));
  chain.headNumber = BLOCK + 11;
  later();
  await confirmations(12);
  expect(await seen.getAttribute("data-kept")).toBe("");
  // The chain reverts the block, and another block finally contains the transaction.
  node.undo(hash);
  later();
  await shows(progress.heads.waiting);
  await page.getByText(progress.again, { exact: true }).click();
  expect(await page.locator("#address").isVisible()).toBe(true);
  await look("undone");
  node.arrive(hash, service.now(), transfers, BLOCK + 30);
  later();
  await shows(words.invoice.paid);
  await shows(progress.inBlock("66,862,023"));
  await confirmations(19);
  await shows(progress.runsUntil);
  await look("credited");

  // The key, and the tag that opens a table on another site.
  await follow(words.invoice.toKey);
  await page.getByText(words.dashboard.status.active(30), { exact: true }).waitFor();
  // A masked key opens nothing, so only the tag without a key can be copied.
  const copy = page.getByRole("button", { name: words.copy.copy });
  expect(await copy.count()).toBe(1);
  await look("dashboard");
  await page.getByRole("button", { name: words.dashboard.key.reveal }).first().click();
  await page.locator("code.key", { hasText: /^\s*tbs_live_\w{36}\s*$/ }).waitFor();
  await expect.poll(() => copy.count()).toBe(3);
  await look("key");
  await copy.nth(1).click();
  await shows(words.copy.copied);
  const tag = await copied();
  expect(tag).toBe((await page.locator("#snippet").innerText()).trim());
  const site = await visitor();
  await site.goto(await startParentPage(tag));
  const table = (of: Page) => of.frameLocator("iframe");
  await table(site).locator("game-table .round").first().waitFor();

  // The customer's own server is called.
  const receiver = await startReceiver();
  await follow(words.webhooks.title);
  await page.getByLabel(words.webhooks.url).fill(receiver.url);
  await look("webhooks");
  await press(words.webhooks.submit);
  await shows(words.notices.webhook_added);
  await look("webhook-added");
  await press(words.webhooks.test);
  await shows(words.notices.webhook_accepted);
  await page.locator("tbody td", { hasText: /^200$/ }).first().waitFor();
  await eventually(() => {
    service.setNow(service.now() + ROUND_MS);
    return receiver.received.some(({ payload }) => payload.type === "round.result");
  });
  await eventually(async () => {
    await page.reload();
    await page.getByText(words.webhooks.calls, { exact: true }).click();
    return (await page.locator("tbody tr").count()) > 1;
  });
  await look("webhook-called");

  // The plan ends, and is renewed.
  service.setNow(service.now() + 31 * DAY_MS);
  await site.reload();
  await table(site).getByText("Expired").first().waitFor();
  await page.goto(`${url}/account/`);
  await page.locator(".big", { hasText: words.dashboard.status.over }).waitFor();
  await look("expired");
  await follow(words.dashboard.status.renew);
  await press(words.plans.choose(PLAN));
  const again = transferOf(Number(await page.locator("#amount").innerText()));
  node.arrive("b2".repeat(32), service.now(), [again]);
  later();
  await shows(words.invoice.paid);
  await look("renewed");
  await site.reload();
  await table(site).locator("game-table .round").first().waitFor();
  await page.goto(`${url}/account/payments/`);
  expect(await page.locator("[aria-labelledby=invoices] [data-state=paid]").count()).toBe(2);
  await look("payments");
  // The number in the list is the number of the linked receipt.
  const first = page.locator("[aria-labelledby=invoices] tbody tr").last();
  const number = await first.locator("code").innerText();
  await first.getByRole("link", { name: words.invoice.receipt.title }).click();
  await page.locator(".receipt dd", { hasText: number }).waitFor();
});
