import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { OPENING_TEST_KEY } from "../../../server/access/test-keys.ts";
import { accountWords } from "../../../src/i18n/account.ts";
import { violations } from "../../support/axe.ts";
import { newPage } from "../../support/browser-page.ts";
import { watchClipboard } from "../../support/clipboard.ts";
import { eventually } from "../../support/eventually.ts";
import { startParentPage } from "../../support/live-service.ts";
import {
  CUSTOMER,
  openShop,
  send,
  sideways,
  signIn,
  transferOf,
  visitor,
} from "../../support/shop.ts";
import { receiptOf } from "../../support/tron-node.ts";
import { subscribe } from "../../support/visitor.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 12);

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(CUSTOMER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
}

async function register(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/account/`);
  await page.getByRole("link", { name: "See the prices" }).click();
  await page.getByText("49.00 USDT", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Email").fill(CUSTOMER.email);
  await page.getByLabel("Password").fill(CUSTOMER.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("your account is ready").waitFor();
  await enter(page, CUSTOMER.email);
}

async function revealedTag(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/account/`);
  expect(await page.locator("#snippet").innerText()).not.toMatch(/tbs_live_\w{36}/);
  await page.getByRole("button", { name: "Reveal" }).first().click();
  await page.locator("code.key", { hasText: /^\s*tbs_live_\w{36}\s*$/ }).waitFor();
  return page.locator("#snippet").innerText();
}

test("the element's tag from the account page works on another site", async () => {
  const { service } = await openShop(NOW_MS);
  const page = await visitor();
  const copied = await watchClipboard(page);
  await signIn(page, service.url);
  await page.goto(`${service.url}/account/`);
  await page.getByRole("button", { name: "Copy element.html" }).click();
  await page.getByText("Copied").waitFor();
  const tag = await copied();

  const { page: site, asked, faults } = await newPage();
  await site.goto(await startParentPage(tag));
  await site.getByRole("heading", { name: "Dragon Tiger" }).waitFor({ state: "attached" });
  await site.locator("game-table canvas").waitFor();
  expect(asked.find((url) => url.endsWith(".js"))).toBe(`${service.url}/v1/game-table.js`);
  expect(faults).toEqual([]);
});

async function addEndpoint(page: Page, url: string, endpoint: string): Promise<string> {
  await page.goto(`${url}/account/webhooks/`);
  await page.getByLabel("URL").fill(endpoint);
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByText("Endpoint added.").waitFor();
  return page.locator("code", { hasText: /^whsec_/ }).innerText();
}

test("every account page passes an accessibility audit on a phone in both languages", async () => {
  const shop = await openShop(NOW_MS);
  const { service, node } = shop;
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await signIn(page, service.url);
  const plans = `${service.url}/account/plans/`;
  const paid = new URL(await send(page, plans, { plan: "30 days" }), service.url);
  await page.goto(paid.href);
  const amount = Number(await page.locator("#amount").innerText());
  const hash = "c3".repeat(32);
  node.put(hash, receiptOf(hash, service.now(), [transferOf(amount)]));
  const invoice = paid.searchParams.get("id") ?? "";
  await send(page, `${service.url}/account/invoice/`, { invoice, hash });
  await page.reload();
  await page.getByText("Paid. Your subscription is active.").waitFor();
  const named = new URL(await send(page, plans, { plan: "365 days" }), service.url);
  await page.goto(named.href);
  await page.locator("#hash").fill("d4".repeat(32));
  await page.getByRole("button", { name: "Check payment" }).click();
  await page.getByText("The network does not show it yet").waitFor();
  await revealedTag(page, service.url);
  // Keys that any site may use have one warning.
  expect(await page.locator(".caution").allInnerTexts()).toEqual([
    "The list is empty, so any site that copies your key can embed your tables.",
  ]);
  const list = page.getByLabel("One site per line");
  const typed = "https://www.operator.example\nwww.operator.example/tables";
  await list.fill(typed);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/"www.operator.example\/tables" is not a valid site/).waitFor();
  expect(await list.inputValue()).toBe(typed);
  expect([await violations(page), await sideways(page)]).toEqual([[], false]);
  await list.fill("https://www.operator.example");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. Tables that open").waitFor();
  expect(await page.locator(".caution").count()).toBe(0);
  await addEndpoint(
    page,
    service.url,
    "https://www.operator.example/a-path/that-is-longer-than-a-phone",
  );
  const own = ["", "webhooks/", "plans/", "payments/", "security/"];
  const open = ["prices/", "sign-in/", "register/", "forgot/", "reset/?token=x"];
  const paths = [...own, ...open].map((path) => `/account/${path}`);
  const invoices = [paid, named].map(({ pathname, search }) => `${pathname}${search}`);
  const found: string[] = [];
  const all = [...paths, ...invoices];
  for (const lang of ["en", "ko"]) {
    await page.goto(`${service.url}/account/security/?lang=${lang}`);
    for (const path of all) {
      await page.goto(`${service.url}${path}`);
      const spoken = await page.locator("html").getAttribute("lang");
      // Both languages have the same markup and colours.
      const violated = lang === "en" ? await violations(page) : [];
      found.push(...violated.map((violation) => `${path}: ${violation}`));
      found.push(...(spoken === lang ? [] : [`${path} is in ${spoken}`]));
      found.push(...((await sideways(page)) ? [`${path} scrolls sideways in ${lang}`] : []));
    }
  }
  expect(found).toEqual([]);
});

async function linkTo(dataDir: string, mailbox: string): Promise<string> {
  const emails = async () => {
    const text = await readFile(join(dataDir, "outbox.txt"), "utf8").catch(() => "");
    return text.split(/^(?=To: )/m).filter((mail) => mail.startsWith(`To: ${mailbox}\n`));
  };
  await eventually(async () => (await emails()).some((mail) => mail.includes("token=")));
  return /\/account\/\S+token=[\w.-]+/.exec((await emails()).at(-1) ?? "")?.[0] ?? "";
}

test("the account pages work without JavaScript", async () => {
  const { service, node } = await openShop(NOW_MS);
  const page = await visitor({ javaScriptEnabled: false });
  await register(page, service.url);
  await page.locator("#snippet", { hasText: OPENING_TEST_KEY }).waitFor();
  await subscribe(service.dataDir);
  const secret = await addEndpoint(page, service.url, "https://hook.invalid/");
  // The name does not exist, and an unreachable resolver reports that late.
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("Sent, but your server did not accept it.").waitFor();
  await page.locator("td", { hasText: /^(Unknown host|No response in time)$/ }).waitFor();
  await page.setViewportSize({ width: 390, height: 700 });
  expect(await sideways(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByText("Replace the secret").first().click();
  await page.getByRole("button", { name: "Replace the secret" }).click();
  await page.getByText("Save the new secret now").waitFor();
  expect(await page.locator("code", { hasText: /^whsec_/ }).innerText()).not.toBe(secret);
  await page.locator("summary", { hasText: "Remove" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Endpoint removed.").waitFor();
  await page.goto(`${service.url}/account/plans/`);
  await page.getByRole("button", { name: "Choose 365 days" }).click();
  await page.goto(`${service.url}/account/plans/`);
  await page.getByRole("button", { name: "Choose 30 days" }).click();
  const amount = Number(await page.locator("#amount").innerText());
  const hash = "d4".repeat(32);
  node.put(hash, receiptOf(hash, service.now(), [transferOf(amount)]));
  await page.locator("#hash").fill(hash);
  // A reload while the form is still being sent would reload nothing.
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Check payment" }).click();
  await loaded;
  await eventually(async () => {
    await page.reload();
    return page.getByText("Paid. Your subscription is active.").isVisible();
  });
  await page.context().clearCookies({ name: "tableside.fresh" });
  await page.goto(`${service.url}/account/`);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.getByRole("button", { name: "Reveal" }).click();
  // Minutes later, the page asks for the password again.
  await page.getByRole("heading", { name: "Enter your password" }).waitFor();
  expect(await sideways(page)).toBe(false);
  await page.getByLabel("Password").fill(CUSTOMER.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.locator("#snippet", { hasText: /\?key=tbs_live_\w{36}"/ }).waitFor();
  // Controls that need scripts are absent.
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);

  // Changes the account's address with a link that opens in a browser without a session.
  const NEW = "ann@elsewhere.example";
  await page.goto(`${service.url}/account/security/`);
  await page.locator("#address summary").click();
  await page.getByLabel("New address").fill(NEW);
  await page.locator("#address button").click();
  await page.getByRole("status").getByText(accountWords("en").unmailed("")).waitFor();
  expect(await sideways(page)).toBe(false);
  const words = accountWords("ko");
  const phone = await visitor({ viewport: { width: 390, height: 844 }, locale: "ko" });
  await phone.goto(service.url + (await linkTo(service.dataDir, NEW)));
  await phone.getByRole("heading", { name: words.addressQuestion.title }).waitFor();
  expect([await violations(phone), await sideways(phone)]).toEqual([[], false]);
  await phone.getByRole("button", { name: words.addressQuestion.agree }).click();
  await phone.getByText(words.notices.address_changed).waitFor();
  await page.goto(`${service.url}/account/`);
  await enter(page, NEW);
  await page.goto(`${service.url}/account/security/`);
  await page.locator("#address b", { hasText: NEW }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await enter(page, NEW);
});
