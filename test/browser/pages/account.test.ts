import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { violations } from "../../support/axe.ts";
import { boxOf } from "../../support/boxes.ts";
import { newPage, withoutTables } from "../../support/browser-page.ts";
import { watchClipboard } from "../../support/clipboard.ts";
import { isFull } from "../../support/effort.ts";
import { eventually } from "../../support/eventually.ts";
import { startLiveService, startParentPage } from "../../support/live-service.ts";
import type { LiveService } from "../../support/live-service.ts";
import { pinnedElement } from "../../support/pinned-element.ts";
import { BLOCK, RECEIVER, receiptOf, startTronNode } from "../../support/tron-node.ts";
import type { FakeTronNode } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const DAY_MS = 86_400_000;
/** Later than the service reads again what has arrived. */
const LIST_READ_MS = 60_000;
const EMAIL = "ann@operator.example";
const PASSWORD = "correct horse battery";

interface Shop {
  readonly service: LiveService;
  readonly node: FakeTronNode;
}

/** A service that sells, with a node that knows what the test gives it. */
async function openShop(plans = "30 days:30:49,365 days:365:449"): Promise<Shop> {
  const node = await startTronNode();
  const service = await startLiveService(NOW_MS, {
    TRON_ADDRESSES: RECEIVER,
    TRON_URL: node.url,
    PLANS: plans,
  });
  return { service, node };
}

/** A browser of somebody new; faults of its pages fail the test. */
async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  const { page, faults } = await newPage(options);
  onTestFinished(() => {
    // Chromium reports the answer "Expired", which is what some of these tests wait for. And on the first day of
    // a service no round has a record, which the table asks for in one round of four.
    expect(faults.filter((fault) => !/status of (401|404)/.test(fault))).toEqual([]);
  });
  return page;
}

async function register(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/account/`);
  await page.getByRole("link", { name: "See the prices" }).click();
  await page.getByText("49.00 USDT", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Your account is ready").waitFor();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
}

/** Sends a form of the account's pages as the page's browser, without drawing a page. */
async function send(page: Page, address: string, form: Readonly<Record<string, string>>) {
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await page.context().request.post(address, { headers, form, maxRedirects: 0 });
  expect(answer.status(), `POST ${address}`).toBe(303);
  return answer.headers()["location"] ?? "";
}

/** Signs the page's browser in to an account of its own. How a person does it is shown once, below. */
async function signIn(page: Page, url: string): Promise<void> {
  const person = { email: EMAIL, password: PASSWORD };
  await send(page, `${url}/account/register/`, person);
  expect(await send(page, `${url}/account/sign-in/`, person)).toBe("/account/");
}

/** A transfer of so much USDT to the house. */
const transferOf = (amount: number) => ({ to: RECEIVER, amount: Math.round(amount * 1_000_000) });

/** Chooses the plan; gives the amount to pay. */
async function choose(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/account/plans/`);
  await page.getByRole("button", { name: "Choose 30 days" }).click();
  expect(await page.locator("#address").innerText()).toBe(RECEIVER);
  return Number(await page.locator("#amount").innerText());
}

/** Pays exactly with a transaction of this hash, names it, and waits for the credit. */
async function pay(page: Page, { service, node }: Shop, hash: string): Promise<void> {
  const amount = await choose(page, service.url);
  await page.locator("#hash").fill(`https://tronscan.org/#/transaction/${hash}`);
  await page.getByRole("button", { name: "Check payment" }).click();
  await page.getByText("Looking for it").waitFor();
  node.put(hash, receiptOf(hash, service.now(), [transferOf(amount)]));
  // The page says so by itself.
  await page.getByText("Paid. Your subscription is active.").waitFor();
}

/** The same, and names nothing. */
async function payUnnamed(page: Page, { service, node }: Shop, hash: string): Promise<void> {
  const amount = await choose(page, service.url);
  node.arrive(hash, service.now(), [transferOf(amount)]);
  service.setNow(service.now() + LIST_READ_MS);
  await page.getByText("Paid. Your subscription is active.").waitFor();
}

/** The tag as the dashboard shows it once the key is revealed. */
async function revealedTag(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/account/`);
  expect(await page.locator("#snippet").innerText()).not.toMatch(/tbs_live_\w{36}/);
  await page.getByRole("button", { name: "Reveal" }).first().click();
  await page.locator("code.key", { hasText: /^\s*tbs_live_\w{36}\s*$/ }).waitFor();
  return page.locator("#snippet").innerText();
}

test("an operator registers, pays, copies the tag, embeds it, lapses and renews", async () => {
  const shop = await openShop();
  const { service } = shop;
  const page = await visitor();
  const copied = await watchClipboard(page);
  await withoutTables(page);
  await register(page, service.url);
  await page.getByText("Not subscribed").waitFor();

  await pay(page, shop, "a1".repeat(32));
  await page.getByRole("link", { name: "To your key" }).click();
  await page.getByText(/^30 days left$/).waitFor();
  // A masked key opens nothing: it is not offered to be copied, by itself or in the tag.
  const copy = page.getByRole("button", { name: "Copy" });
  expect(await copy.count()).toBe(0);
  const shown = await revealedTag(page, service.url);
  await expect.poll(() => copy.count()).toBe(2);
  await copy.last().click();
  await page.getByText("Copied").waitFor();
  const tag = await copied();
  expect(tag).toBe(shown.trim());

  // The tag as it was copied, on another site.
  const site = await visitor();
  await site.goto(await startParentPage(tag));
  await site.frameLocator("iframe").locator("game-table .round").first().waitFor();

  service.setNow(service.now() + 31 * DAY_MS);
  await site.reload();
  await site.frameLocator("iframe").getByText("Expired").first().waitFor();
  await page.goto(`${service.url}/account/`);
  await page.locator(".big", { hasText: "Expired" }).waitFor();

  await payUnnamed(page, shop, "b2".repeat(32));
  await site.reload();
  await site.frameLocator("iframe").locator("game-table .round").first().waitFor();
  // What it was used for has been counted meanwhile, and both payments are in the books.
  await page.goto(`${service.url}/account/payments/`);
  expect(await page.locator("tbody tr").count()).toBe(2);
});

test("who pays too little is asked for the rest, and what is paid too much buys the next plan", async () => {
  const { service, node } = await openShop("30 days:30:49,1 day:1:3");
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await withoutTables(page);
  await signIn(page, service.url);
  const arrive = (byte: string, amount: number) => {
    node.arrive(byte.repeat(32), service.now(), [transferOf(amount)]);
    service.setNow(service.now() + LIST_READ_MS);
  };
  const asked = await choose(page, service.url);
  arrive("a1", asked - 1);
  await page.getByRole("link", { name: "Pay the rest" }).click();
  const missing = `${(asked - 1).toFixed(4)} USDT arrived, ${asked.toFixed(4)} asked, 1.00 missing.`;
  await page.getByText(missing).waitFor();
  expect(await sideways(page)).toBe(false);
  const rest = Number(await page.locator("#amount").innerText());
  arrive("b2", rest);
  await page.getByText("Paid. Your subscription is active.").waitFor();
  await page.getByRole("button", { name: "Print" }).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("main section:visible h2").allInnerTexts()).toEqual(["Receipt"]);
  await page.emulateMedia({ media: null });

  arrive("c3", rest + 4);
  // Nothing is awaited now, so the list is read less often.
  service.setNow(service.now() + 5 * LIST_READ_MS);
  await eventually(async () => {
    await page.goto(`${service.url}/account/plans/`);
    return page.getByText(/^Your balance is 4\.\d+ USDT/).isVisible();
  });
  await page.getByRole("button", { name: "Pay 1 day from the balance" }).click();
  await page.getByText("Paid from your balance.").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(2);
  const changes = page.locator("[aria-labelledby=balance] li");
  expect(await changes.allInnerTexts()).toEqual([
    expect.stringMatching(/^Spent on a plan.*−3\.00 USDT/s),
    expect.stringMatching(/^Paid twice.*\+4\.\d+ USDT/s),
    expect.stringMatching(/^Spent on a plan.*−47\.\d+ USDT/s),
    expect.stringMatching(/^Less than asked.*\+47\.\d+ USDT/s),
  ]);
  expect([await violations(page), await sideways(page)]).toEqual([[], false]);
});

test("the element's tag, as chosen and copied, shows its table on another site", async () => {
  const { service } = await openShop();
  const page = await visitor();
  const copied = await watchClipboard(page);
  await signIn(page, service.url);
  await page.goto(`${service.url}/account/?game=baccarat&theme=light&table-lang=ko#embed`);
  await page.getByText("As an element").click();
  await page.getByRole("button", { name: "Copy pinned-element.html" }).click();
  await page.getByText("Copied").waitFor();
  const tag = await copied();

  const { page: site, asked, faults } = await newPage();
  await site.goto(await startParentPage(tag));
  await site.getByRole("heading", { name: "바카라" }).waitFor({ state: "attached" });
  await site.locator('game-table[theme="light"] canvas').waitFor();
  const { path } = await pinnedElement();
  expect(asked.filter((url) => url.endsWith(".js"))).toEqual([service.url + path]);
  expect(faults).toEqual([]);
});

/** Adds an endpoint of webhooks; gives its secret, which is shown once. */
async function addEndpoint(page: Page, url: string, endpoint: string): Promise<string> {
  await page.goto(`${url}/account/webhooks/`);
  await page.getByLabel("Address").fill(endpoint);
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByText("The endpoint is added.").waitFor();
  return page.locator("code", { hasText: /^whsec_/ }).innerText();
}

/** Not the zone of the service, so that a test sees whose times are shown. */
const SEOUL = { timezoneId: "Asia/Seoul" };

describe("the screen of a payment", () => {
  test("follows it from open over its block to credited, on a phone", async () => {
    const { service, node } = await openShop();
    const page = await visitor({ viewport: { width: 390, height: 844 }, ...SEOUL });
    await signIn(page, service.url);
    const transfers = [transferOf(await choose(page, service.url))];
    const hash = "e5".repeat(32);
    const { chain } = node;
    chain.headNumber = BLOCK + 2;
    node.appear(hash, service.now(), transfers);
    service.setNow(service.now() + LIST_READ_MS);
    // The page says so by itself, in place of what to send where.
    await page.getByText("Your payment is being confirmed").waitFor();
    await page.getByText("3 of 19 confirmations").waitFor();
    expect(await page.locator("#amount").isVisible()).toBe(false);
    expect(await page.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(
      expect.arrayContaining(["Seen", "In block 66,861,993", "Credited"]),
    );
    const link = page.getByRole("link", { name: "See it in the explorer" });
    expect(await link.getAttribute("href")).toBe(`https://tronscan.org/#/transaction/${hash}`);
    // It is noon in UTC, and nine in the evening where the reader is.
    const seen = page.locator(".steps time").first();
    expect(await seen.innerText()).toMatch(/Jul 1, 2026, 21:0\d GMT\+9/);
    expect(await seen.getAttribute("title")).toMatch(/Jul 1, 2026, 12:0\d UTC/);
    expect([await violations(page), await sideways(page)]).toEqual([[], false]);
    // The count goes on in place: what is being read is not drawn again.
    await seen.evaluate((element) => element.setAttribute("data-kept", ""));
    chain.headNumber = BLOCK + 11;
    service.setNow(service.now() + LIST_READ_MS);
    await page.getByText("12 of 19 confirmations").waitFor();
    expect(await seen.getAttribute("data-kept")).toBe("");

    node.undo(hash);
    service.setNow(service.now() + LIST_READ_MS);
    await page.getByText("Waiting for your payment again").waitFor();
    await page.getByText("Amount and address", { exact: true }).click();
    expect(await page.locator("#address").isVisible()).toBe(true);
    expect([await violations(page), await sideways(page)]).toEqual([[], false]);

    node.arrive(hash, service.now(), transfers);
    service.setNow(service.now() + LIST_READ_MS);
    await page.getByText("Paid. Your subscription is active.").waitFor();
    await page.getByText("19 of 19 confirmations").waitFor();
    await page.getByText("Plan runs until").waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], false]);
  });

  test("loads itself again without JavaScript, and says the times of the service", async () => {
    const { service, node } = await openShop();
    const page = await visitor({
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
      ...SEOUL,
    });
    await signIn(page, service.url);
    const amount = await choose(page, service.url);
    const hash = "e6".repeat(32);
    node.put(hash, receiptOf(hash, service.now(), [transferOf(amount)]), "head");
    await page.locator("#hash").fill(hash);
    await page.getByRole("button", { name: "Check payment" }).click();
    await eventually(async () => {
      await page.reload();
      return page.getByText("1 of 19 confirmations").isVisible();
    });
    expect(await page.locator(".steps time").first().innerText()).toMatch(/12:0\d UTC/);
    expect(await page.locator("#amount").isVisible()).toBe(false);
    node.put(hash, receiptOf(hash, service.now(), [transferOf(amount)]));
    service.setNow(service.now() + LIST_READ_MS);
    // Nobody loads it again here.
    await page.getByText("Paid. Your subscription is active.").waitFor();
    expect(await sideways(page)).toBe(false);
  });
});

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

describe("every page", () => {
  test("has no fault that an audit finds, and fits a phone, in both languages", async () => {
    const shop = await openShop();
    const { service, node } = shop;
    const page = await visitor({ viewport: { width: 390, height: 844 } });
    await withoutTables(page);
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
    await page.getByText("Looking for it").waitFor();
    await revealedTag(page, service.url);
    const list = page.getByLabel("One site a line");
    const typed = "https://www.operator.example\nwww.operator.example/tables";
    await list.fill(typed);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/Nothing was saved.*"www.operator.example\/tables"/).waitFor();
    expect(await list.inputValue()).toBe(typed);
    expect([await violations(page), await sideways(page)]).toEqual([[], false]);
    await list.fill("https://www.operator.example");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. Every table").waitFor();
    await addEndpoint(
      page,
      service.url,
      "https://www.operator.example/a-path/that-is-longer-than-a-phone",
    );
    const own = ["", "?site=www.operator.example", "webhooks/", "plans/", "payments/", "security/"];
    const open = ["prices/", "sign-in/", "register/", "forgot/", "reset/?token=x"];
    const paths = [...own, ...open].map((path) => `/account/${path}`);
    const invoices = [paid, named].map(({ pathname, search }) => `${pathname}${search}`);
    const found: string[] = [];
    const all = [...paths, ...invoices];
    // The pages share their markup and their colours: in the full run alone each is audited, in both languages.
    const visited = isFull
      ? all
      : all.filter((path) => /site=|webhooks|invoice|register|prices/.test(path));
    for (const lang of ["en", "ko"]) {
      await page.goto(`${service.url}/account/security/?lang=${lang}`);
      // The full run visits each in both languages.
      const looked = isFull || lang === "en" ? visited : visited.slice(0, 2);
      for (const path of looked) {
        await page.goto(`${service.url}${path}`);
        const spoken = await page.locator("html").getAttribute("lang");
        const violated = isFull || lang === "en" ? await violations(page) : [];
        found.push(...violated.map((violation) => `${path}: ${violation}`));
        found.push(...(spoken === lang ? [] : [`${path} speaks ${spoken}`]));
        found.push(...((await sideways(page)) ? [`${path} scrolls sideways in ${lang}`] : []));
      }
    }
    expect(found).toEqual([]);
  });
});

describe("without JavaScript", () => {
  test("everything can be done, with a reload where the script would follow by itself", async () => {
    const { service, node } = await openShop();
    const page = await visitor({ javaScriptEnabled: false });
    await register(page, service.url);
    await page.getByRole("button", { name: "Get a trial key" }).click();
    await page.getByText("Your trial key is ready").waitFor();
    const secret = await addEndpoint(page, service.url, "https://hook.invalid/");
    // The name does not exist, and a resolver that is away says so late.
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("Sent, and not taken.").waitFor();
    await page.getByText("Latest calls").click();
    await page.locator("td", { hasText: /^(Unknown host|No answer in time)$/ }).waitFor();
    // On a phone a call takes three lines, not one for each of its columns.
    await page.setViewportSize({ width: 390, height: 700 });
    expect((await boxOf(page, "tbody tr")).height).toBeLessThan(100);
    expect(await sideways(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText("Replace the secret").first().click();
    await page.getByRole("button", { name: "Replace the secret" }).click();
    await page.getByText("Keep the new secret now").waitFor();
    expect(await page.locator("code", { hasText: /^whsec_/ }).innerText()).not.toBe(secret);
    await page.locator("summary", { hasText: "Remove" }).click();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByText("The endpoint is removed.").waitFor();
    await page.goto(`${service.url}/account/plans/`);
    await page.getByRole("button", { name: "Choose 365 days" }).click();
    await page.getByRole("button", { name: "Cancel this invoice" }).click();
    await page.getByText("The invoice is cancelled.").waitFor();
    await page.getByRole("button", { name: "Choose 30 days" }).click();
    const amount = Number(await page.locator("#amount").innerText());
    const hash = "d4".repeat(32);
    node.put(hash, receiptOf(hash, service.now(), [transferOf(amount)]));
    await page.locator("#hash").fill(hash);
    // A reload while the form is still being answered would have nothing to load again.
    const answered = page.waitForEvent("load");
    await page.getByRole("button", { name: "Check payment" }).click();
    await answered;
    await eventually(async () => {
      await page.reload();
      return page.getByText("Paid. Your subscription is active.").isVisible();
    });
    await revealedTag(page, service.url);
    await page.locator("#game").selectOption("bigsixball");
    await page.locator("#theme").selectOption("light");
    await page.getByRole("button", { name: "Show" }).click();
    const tag = (start: RegExp) => page.locator("#snippet", { hasText: start }).waitFor();
    await tag(/\/embed\/bigsixball\/\?key=tbs_live_…\w{4}&amp;theme=light"/);
    // The key comes back into the tag, and the options stay.
    await page.context().clearCookies({ name: "tableside.fresh" });
    await page.setViewportSize({ width: 390, height: 700 });
    await page.locator(".snippet").getByRole("button", { name: "Reveal" }).click();
    // Minutes after the password was typed it is asked again; nothing of what was chosen is lost.
    await page.getByRole("heading", { name: "Your password, please" }).waitFor();
    expect(await sideways(page)).toBe(false);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Go on" }).click();
    await tag(/\/embed\/bigsixball\/\?key=tbs_live_\w{36}&amp;theme=light"/);
    // What would do nothing is not there.
    expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
  });
});
