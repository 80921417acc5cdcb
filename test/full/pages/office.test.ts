import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { ownerCommand } from "../../../server/cli/owner.ts";
import { violations } from "../../support/axe.ts";
import { newPage } from "../../support/browser-page.ts";
import { callCommand } from "../../support/command.ts";
import { startLiveService } from "../../support/live-service.ts";
import type { LiveService } from "../../support/live-service.ts";
import { RECEIVER, startTronNode } from "../../support/tron-node.ts";
import { picture } from "../../support/walk-pictures.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const MINUTE_MS = 60_000;
const ME = "me@tableside.example";
const ANN = "ann@operator.example";
const ANNA = "anna@new.example";
const PASSWORD = "correct horse battery";

/** Sends a form of the account's pages as the page's browser. */
async function send(page: Page, address: string, form: Readonly<Record<string, string>>) {
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await page.context().request.post(address, { headers, form, maxRedirects: 0 });
  expect(answer.status(), `POST ${address}`).toBe(303);
}

/** A service with a customer who has paid exactly, and from whom more came that fits nothing. */
async function openShop() {
  const node = await startTronNode();
  const service = await startLiveService(NOW_MS, {
    SELL_SEED_MODE: "yes",
    TRON_ADDRESSES: RECEIVER,
    TRON_URL: node.url,
  });
  node.chain.solidMs = () => service.now() - MINUTE_MS;
  const { page } = await newPage();
  const person = { email: ANN, password: PASSWORD };
  await send(page, `${service.url}/account/register/`, person);
  await send(page, `${service.url}/account/sign-in/`, person);
  await page.goto(`${service.url}/account/plans/`);
  await page.getByRole("button", { name: "Choose 30 days" }).click();
  const amount = Math.round(Number(await page.locator("#amount").innerText()) * 1_000_000);
  node.arrive("a1".repeat(32), service.now(), [{ to: RECEIVER, amount }]);
  node.arrive("b2".repeat(32), service.now(), [{ to: RECEIVER, amount: 777_000_000 }]);
  service.setNow(service.now() + MINUTE_MS);
  await page.getByText("Paid. Your subscription is active.").waitFor();
  await page.close();
  return service;
}

/** The link of an invitation, as the command prints it, on the port of this test. */
async function invited({ dataDir, now }: LiveService, url: string): Promise<string> {
  const env = { DATA_DIR: dataDir, OWNER_PORT: "3009" };
  const { stdout, stderr } = await callCommand(ownerCommand, ["add", ME], env, now);
  expect(stderr).toBe("");
  const link = /^http:\/\/localhost:3009(\/owner\/join\/\?token=\w+)$/m.exec(stdout)?.[1];
  expect(stdout).toContain("once, within a day");
  return url + (link ?? "");
}

/** No page is wider than its window, and nothing on it is out of reach of those who cannot see it. */
async function sound(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await violations(page)).toEqual([]);
}

const SIZES = [
  [390, 800],
  [1_280, 800],
] as const;

test.each(SIZES)("the owner's day, on a screen %s px wide", async (width, height) => {
  const service = await openShop();
  const url = await service.openOffice();
  const { page, faults } = await newPage({ viewport: { width, height } });
  // Two forms are refused on purpose, which browsers say as well.
  onTestFinished(() =>
    expect(faults.filter((text) => !text.includes("status of 409"))).toEqual([]),
  );
  let step = 0;
  const look = async (name: string) => {
    await sound(page);
    // A picture shows both widths.
    if (width === 1_280) {
      step += 1;
      await picture(page, `owner-${String(step).padStart(2, "0")}-${name}`);
    }
  };

  await page.goto(await invited(service, url));
  const secret = await page.locator(".mono").innerText();
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.now() });
  await look("invitation");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Code of your authenticator").fill(code());
  await page.getByRole("button", { name: "Set up and sign in" }).click();

  // Is everything sound, and who pays?
  const headline = "Nobody gets mail. All else is sound. One payment waits for you to decide.";
  await page.getByRole("heading", { name: headline }).waitFor();
  await page.getByRole("link", { name: "1 of 1 account pays" }).waitFor();
  await look("overview");

  // What is in review, and what it fits.
  await page.getByRole("link", { name: "Decide" }).click();
  await page.getByText("777.00 USDT").waitFor();
  await look("review");
  await page.getByLabel("Whose").fill(ANN);
  await page.getByRole("button", { name: "Credit…" }).click();
  await page.getByText("choose a plan, or say how many days it buys").waitFor();
  await look("review-refused");
  expect(await page.getByLabel("Whose").inputValue()).toBe(ANN);
  await page.getByLabel("or days").fill("400");
  await page.getByRole("button", { name: "Credit…" }).click();
  await page.getByRole("heading", { name: "Credit 777.00 USDT?" }).waitFor();
  await look("credit");
  await page.getByRole("button", { name: `Credit 400 days to ${ANN}` }).click();
  await page.getByRole("heading", { name: "Nothing waits for you" }).waitFor();
  await page.getByRole("button", { name: "Take back…" }).waitFor();
  await look("credited");
  await page.getByRole("button", { name: "Take back…" }).click();
  await page.getByRole("heading", { name: "Take back 777.00 USDT?" }).waitFor();
  await look("take-back");
  await page.getByRole("button", { name: "Back, without taking it back" }).click();
  await page.getByRole("heading", { name: "Nothing waits for you" }).waitFor();

  // Who leaves, and one of them.
  await page.getByRole("link", { name: "Customers" }).click();
  await page.getByRole("link", { name: "In 30 days" }).click();
  await page.getByText("There are none.").waitFor();
  await look("nobody-leaves");
  await page.getByRole("link", { name: "All" }).click();
  await look("customers");
  await page.getByRole("link", { name: ANN }).click();
  await page.getByText(/^2027-09-0\d /).waitFor();
  await look("customer");
  // Days are asked about before they are given; what was typed wrong stands to be mended.
  await page.getByText("Give or take days…").click();
  const giving = page.locator("form", { hasText: "Give…" });
  await giving.getByLabel("Days").fill("ten");
  await giving.getByLabel("Reason").fill("an outage");
  await giving.getByRole("button", { name: "Give…" }).click();
  await page.getByText("whole number from 1 to 3660").waitFor();
  await look("refused-form");
  await page.getByRole("link", { name: "To the form" }).click();
  await giving.getByLabel("Days").fill("3");
  await giving.getByRole("button", { name: "Give…" }).click();
  await page.getByRole("heading", { name: "Give 3 days?" }).waitFor();
  await page
    .getByText(/^until 2027-09-0\d /)
    .first()
    .waitFor();
  await look("give-days");
  await page.getByRole("button", { name: "Back, without giving" }).click();
  expect(await giving.getByLabel("Reason").inputValue()).toBe("an outage");
  await page.getByText("Suspend…").click();
  const suspending = page.locator("form", { hasText: "Suspend" });
  await suspending.getByLabel("Reason").fill("they asked for it");
  await suspending.getByRole("button", { name: "Suspend" }).click();
  await page.getByText("Suspended. Its keys open nothing from now on.").waitFor();
  await look("suspended");

  // They have lost the mailbox: the account moves, and the code that was typed is used up.
  service.setNow(service.now() + MINUTE_MS);
  await page.getByText("Another e-mail address…").click();
  const moving = page.locator("form", { hasText: "New address" });
  await moving.getByLabel("New address").fill(ANNA);
  await moving.getByLabel("Reason").fill("showed the invoice of July");
  await moving.getByLabel("Your password").fill(PASSWORD);
  await moving.getByLabel("Next code of your authenticator").fill(code());
  await look("move-address");
  await moving.getByRole("button", { name: "Move the account" }).click();
  await page.getByRole("heading", { name: ANNA }).waitFor();

  // What came in, by hash; whether the books balance; the games; what was done.
  await page.getByRole("link", { name: "Payments" }).click();
  await page.getByLabel("Hash, sender, e-mail or amount").fill("b2".repeat(32));
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("heading", { name: "1 found" }).waitFor();
  await look("payment-found");
  await page.getByRole("link", { name: "Books" }).click();
  await page.getByText("The list and the receipts say the same.").waitFor();
  await page.getByRole("link", { name: "Games" }).click();
  await page.getByText("Take it down…").first().click();
  const down = page.locator("form", { hasText: "Take it down" }).first();
  await down.getByLabel("Reason").fill("new cards");
  await down.getByRole("button", { name: "Take it down…" }).click();
  await page.getByText("Nothing has been done yet.").waitFor();
  await look("take-down");
  await page.getByRole("button", { name: "Take Dragon Tiger down" }).click();
  await page.getByText("In maintenance. Its clock and results go on.").waitFor();
  await look("maintenance");
  await page.getByRole("button", { name: "Open it again" }).click();

  // A price that is to come, another plan, and one that is sold no more.
  await page.getByRole("link", { name: "Plans" }).click();
  const form = (text: string) => page.locator("form", { hasText: text });
  await form("Set the price").getByLabel("Plan").selectOption("30 days");
  await form("Set the price").getByLabel("USDT").fill("59");
  await form("Set the price").getByLabel("From, in UTC").fill("2026-08-01T00:00");
  await form("Set the price").getByLabel("Reason").fill("costs rose");
  await page.getByRole("button", { name: "Set the price" }).click();
  await page.getByText("59.00 from 2026-08-01 00:00 UTC").waitFor();
  const adding = page.locator("form", { has: page.getByRole("button", { name: "Add" }) });
  await adding.getByLabel("Name").fill("Week");
  await adding.getByLabel("Days").fill("7");
  await adding.getByLabel("USDT").fill("15");
  await adding.getByLabel("Reason").fill("asked for");
  await adding.getByRole("button", { name: "Add" }).click();
  await page.getByText("The plan is on sale.").waitFor();
  await page.getByText("Rename or retire…").nth(1).click();
  const retiring = form("Sell 90 days no more");
  await retiring.getByLabel("Reason").fill("nobody buys it");
  await look("plan-change");
  await retiring.getByRole("button").click();
  await page.getByText("It is not sold any more.").waitFor();
  await look("plans");

  // A colleague.
  service.setNow(service.now() + MINUTE_MS);
  await page.getByRole("link", { name: "People" }).click();
  await page.getByLabel("E-mail").fill("ben@tableside.example");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByLabel("Next code of your authenticator").fill(code());
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByText("lets ben@tableside.example in").waitFor();
  await look("invited");

  for (const place of [
    "",
    "customers/",
    `customer/?email=${ANNA}`,
    "payments/",
    "review/",
    "books/",
    "plans/",
    "mails/",
    "games/",
    "people/",
    "trail/",
  ]) {
    await page.goto(`${url}/owner/${place}`);
    expect(await page.locator("h1").innerText()).not.toBe("That cannot be shown");
    await look(`all-${/^\w*/.exec(place)?.[0] || "overview"}`);
  }
  await page.getByText("reason: they asked for it").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await look("sign-in");
  service.setNow(service.now() + MINUTE_MS);
  await page.getByLabel("E-mail").fill(ME);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Code of your authenticator").fill(code());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Nobody gets mail. All else is sound." }).waitFor();
});
