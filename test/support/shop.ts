import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { newPage } from "./browser-page.ts";
import { startLiveService } from "./live-service.ts";
import type { Start } from "./running-service.ts";
import { RECEIVER, startTronNode } from "./tron-node.ts";

export const CUSTOMER = { email: "ann@operator.example", password: "correct horse battery" };
/** Longer than the service's interval between two readings of the list. */
export const LIST_READ_MS = 60_000;

export type Shop = Awaited<ReturnType<typeof openShop>>;

export async function openShop(nowMs: number, { env = {} }: Pick<Start, "env"> = {}) {
  const node = await startTronNode();
  const settings = { SELL_SEED_MODE: "yes", TRON_ADDRESSES: RECEIVER, TRON_URL: node.url, ...env };
  return { service: await startLiveService(nowMs, settings), node };
}

export async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  const { page, faults } = await newPage(options);
  onTestFinished(() => {
    // Chromium reports the "Expired" response, which some of these tests wait for. On a service's first day, no round
    // has the record that the table requests.
    expect(faults.filter((fault) => !/status of (401|404)/.test(fault))).toEqual([]);
  });
  return page;
}

export async function send(page: Page, address: string, form: Readonly<Record<string, string>>) {
  const headers = { "sec-fetch-site": "same-origin" };
  const response = await page.context().request.post(address, { headers, form, maxRedirects: 0 });
  expect(response.status(), `POST ${address}`).toBe(303);
  return response.headers()["location"] ?? "";
}

export async function signIn(page: Page, url: string): Promise<void> {
  await send(page, `${url}/account/register/`, CUSTOMER);
  expect(await send(page, `${url}/account/sign-in/`, CUSTOMER)).toBe("/account/");
}

export async function choosePlan(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/account/plans/`);
  await page.getByRole("button", { name: "Choose 30 days" }).click();
  expect(await page.locator("#address").innerText()).toBe(RECEIVER);
  return Number(await page.locator("#amount").innerText());
}

export const transferOf = (amount: number) => ({
  to: RECEIVER,
  amount: Math.round(amount * 1_000_000),
});

export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
