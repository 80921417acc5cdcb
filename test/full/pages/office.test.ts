import type { Page } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { ownerCommand } from "../../../server/cli/owner.ts";
import { violations } from "../../support/axe.ts";
import { newPage } from "../../support/browser-page.ts";
import { callCommand } from "../../support/command.ts";
import { codeAt } from "../../support/one-time-codes.ts";
import {
  choosePlan,
  CUSTOMER,
  openShop,
  send,
  sideways,
  signIn,
  transferOf,
  visitor,
} from "../../support/shop.ts";
import type { Shop } from "../../support/shop.ts";
import { RECEIVER } from "../../support/tron-node.ts";
import { picture } from "../../support/walk-pictures.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const MINUTE_MS = 60_000;
const PERIOD_MS = 30_000;
const ME = { email: "me@tableside.example", password: "correct horse battery" };
const ANN = CUSTOMER.email;

async function anOwnerToBe({ service }: Shop, page: Page): Promise<() => string> {
  await send(page, `${service.url}/account/register/`, ME);
  await send(page, `${service.url}/account/sign-in/`, ME);
  await page.goto(`${service.url}/account/security/`);
  await page
    .getByRole("button", { name: /two-factor|codes/i })
    .first()
    .click();
  const secret = (await page.locator("#secret").innerText()).replaceAll(/\s/g, "");
  // Codes follow the machine's time, and each is accepted once.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const code = () => {
    vi.setSystemTime(Date.now() + PERIOD_MS);
    return codeAt(secret);
  };
  await page.locator("#code").fill(code());
  await page.locator("main form button").first().click();
  await page
    .getByText(/recovery codes/i)
    .first()
    .waitFor();
  return code;
}

async function added({ service }: Shop, office: string): Promise<string> {
  const env = { DATA_DIR: service.dataDir, OWNER_PORT: "3009" };
  const { stdout, stderr } = await callCommand(ownerCommand, ["add", ME.email], env, service.now);
  expect(stderr).toBe("");
  return (
    office + (/^http:\/\/localhost:3009(\/owner\/enrol\/\?token=\w+)$/m.exec(stdout)?.[1] ?? "")
  );
}

test("an owner can do the daily work in the back office", async () => {
  const shop = await openShop(NOW_MS);
  const { service, node } = shop;
  // One customer has paid exactly, and somebody has sent an amount that matches no invoice.
  node.chain.solidMs = () => service.now() - MINUTE_MS;
  const customer = await visitor();
  await signIn(customer, service.url);
  const amount = await choosePlan(customer, service.url);
  node.arrive("a1".repeat(32), service.now(), [transferOf(amount)]);
  node.arrive("b2".repeat(32), service.now(), [{ to: RECEIVER, amount: 777_000_000 }]);
  service.setNow(service.now() + MINUTE_MS);
  await customer.getByText("Paid. Your subscription is active.").waitFor();
  await customer.close();

  const office = await service.openOffice();
  const { page, faults } = await newPage({ viewport: { width: 390, height: 844 } });
  // The test provokes these refusals, which browsers also log.
  onTestFinished(() =>
    expect(faults.filter((text) => !/status of (403|404|409)/.test(text))).toEqual([]),
  );
  const code = await anOwnerToBe(shop, page);
  let step = 0;
  const look = async (name: string) => {
    step += 1;
    await picture(page, `owner-${String(step).padStart(2, "0")}-${name}`);
    expect([name, await sideways(page), await violations(page)]).toEqual([name, false, []]);
  };
  const press = (name: string) => page.getByRole("button", { name }).click();
  const agree = async (title: string, yes: string) => {
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByText("Nothing has been done yet.").waitFor();
    await page.getByLabel("Code from your authenticator app").fill(code());
    await press(yes);
  };
  const enter = async (button: string, typed: string) => {
    await page.getByLabel("Password").fill(ME.password);
    await page.getByLabel("Code from your authenticator app").fill(typed);
    await press(button);
  };

  // A portal session gives no access here.
  await page.goto(`${office}/owner/`);
  await page.getByRole("heading", { name: "Back office" }).waitFor();
  await look("sign-in");
  const link = await added(shop, office);
  await page.goto(link);
  await enter("Become an owner", "000000");
  await page.getByText("Wrong email, password or code.").waitFor();
  const used = code();
  await enter("Become an owner", used);
  await page
    .getByRole("heading", { name: "Everything works. One payment is waiting for your decision." })
    .waitFor();
  await look("overview");
  await page.goto(link);
  await page.getByText("It works once, for a day, and until").waitFor();
  await page.goto(`${office}/owner/`);
  await press("Sign out");
  await page.getByLabel("Email").fill(ME.email);
  await enter("Sign in", used);
  await page.getByText("Wrong email, password or code.").waitFor();
  await enter("Sign in", code());

  await page.getByRole("link", { name: "Decide" }).click();
  await page.getByRole("heading", { name: "777.00 USDT" }).waitFor();
  await look("review");
  await page.getByLabel("Whose").fill(ANN);
  await press("Credit…");
  await page.getByText("Choose a plan or enter the number of days").waitFor();
  expect(await page.getByLabel("Whose").inputValue()).toBe(ANN);
  await page.getByLabel("or days").fill("400");
  await press("Credit…");
  await look("credit");
  await agree("Credit 777.00 USDT?", `Credit 400 days to ${ANN}`);
  await page.getByText("Credited.", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Nothing to review" }).waitFor();

  await page.getByRole("link", { name: "Customers" }).click();
  await page.getByRole("link", { name: ANN }).click();
  await page.getByText("Add or remove days…").click();
  await page.getByLabel("Days").fill("3");
  await page.locator("form", { hasText: "Add…" }).getByLabel("Reason").fill("an outage");
  await press("Add…");
  await page.getByRole("heading", { name: "Add 3 days?" }).waitFor();
  await press("Cancel");
  expect(await page.getByLabel("Days").inputValue()).toBe("3");
  await press("Add…");
  await agree("Add 3 days?", `Add 3 days to ${ANN}`);
  await page.getByText("Days added.").waitFor();
  await page.getByText("Suspend…").click();
  await page.locator("form", { hasText: "Suspend" }).getByLabel("Reason").fill("they asked for it");
  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  await page.getByText("Account suspended. Its keys no longer work.").waitFor();
  await look("customer");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download data" }).click();
  expect((await downloading).suggestedFilename()).toBe("tableside-customer.json");

  await page.getByRole("link", { name: "Plans" }).click();
  await page.getByText("Price of 30 days…").click();
  const pricing = page.locator("form", { hasText: "Set the price…" }).first();
  await pricing.getByLabel("Price in USDT").fill("59");
  await pricing.getByLabel("Reason").fill("costs rose");
  await pricing.getByRole("button").click();
  // A used code has no effect.
  await page.getByLabel("Code from your authenticator app").fill(used);
  await press("Set the price");
  await page.getByText("Nothing was done: wrong code.").waitFor();
  await agree("Set the price of 30 days?", "Set the price");
  await page.getByText("Price set.").waitFor();
  await look("plans");

  await page.getByRole("link", { name: "Payments" }).click();
  await page.getByLabel("Hash, sender, email or amount").fill("b2".repeat(32));
  await press("Find");
  await page.getByRole("link", { name: "Who did what" }).click();
  await page.getByText("reason: costs rose").waitFor();
  await look("acts");

  await page.getByRole("link", { name: "Customers" }).click();
  await page.getByRole("link", { name: ANN }).click();
  await page.getByText("Delete the account…").click();
  await page.locator("form", { hasText: "Delete…" }).getByLabel("Reason").fill("they asked for it");
  await press("Delete…");
  await look("delete");
  await agree("Delete the account?", `Delete ${ANN}`);
  await page.getByText("Account deleted. Its keys no longer work.").waitFor();
});
