import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { accountWords } from "../../../src/i18n/account.ts";
import { violations } from "../../support/axe.ts";
import { newPage } from "../../support/browser-page.ts";
import { startLiveService } from "../../support/live-service.ts";
import { codeAt } from "../../support/one-time-codes.ts";
import { sideways } from "../../support/shop.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const EMAIL = "ann@operator.example";
const PASSWORD = "correct horse battery";

async function phone(lang: string, javaScriptEnabled: boolean): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const { page, faults } = await newPage({ viewport, locale: lang, javaScriptEnabled });
  onTestFinished(() => expect(faults).toEqual([]));
  return page;
}

const READERS = [
  ["in Korean", "ko", true],
  ["in English without scripts", "en", false],
] as const;

test.each(READERS)("a second factor can be set up on a phone %s", async (_, lang, hasScripts) => {
  const { url } = await startLiveService(NOW_MS);
  const page = await phone(lang, hasScripts);
  const words = accountWords(lang);
  const { secondFactor } = words.security;
  const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
  const open = (name: string) => page.locator("summary", { hasText: name }).click();
  const found: string[] = [];
  const look = async (name: string) => {
    const violated = hasScripts ? await violations(page) : [];
    found.push(...violated.map((violation) => `${name}: ${violation}`));
    found.push(...((await sideways(page)) ? [`${name} scrolls sideways`] : []));
  };
  const typePassword = async () => {
    await page.goto(`${url}/account/sign-in/`);
    await page.getByLabel(words.email).fill(EMAIL);
    await page.getByLabel(words.password).fill(PASSWORD);
    await press(words.signIn.title);
  };

  await page.goto(`${url}/account/register/`);
  await page.getByLabel(words.email).fill(EMAIL);
  await page.getByLabel(words.password).fill(PASSWORD);
  await press(words.register.submit);
  await typePassword();
  await page.goto(`${url}/account/security/`);
  await look("off");
  await press(words.twoFactor.title);
  const secret = (await page.locator("#secret").innerText()).replaceAll(/\s/g, "");
  const code = (away = 0) => codeAt(secret, Date.now(), away);
  await page.getByRole("img", { name: words.twoFactor.qr }).waitFor();
  await look("set up");
  await page.getByLabel(words.code).fill(code());
  await press(words.twoFactor.submit);
  await page.getByText(words.notices.second_factor_on).waitFor();
  const recovery = (await page.locator("#codes").innerText()).match(/[a-z2-9]{5}-[a-z2-9]{5}/g);
  expect(recovery).toHaveLength(10);
  await look("recovery codes");
  await page.getByRole("link", { name: words.recoveryCodes.done }).click();
  await page.getByText(secondFactor.on(10)).waitFor();
  await open(secondFactor.renew);
  await open(secondFactor.switchOff);
  await look("on");
  await press(words.nav.signOut);

  await typePassword();
  await page.getByText(words.signInCode.lead).waitFor();
  await open(words.signInCode.recovery);
  await look("code");
  await page.getByLabel(words.code).fill("000000");
  await press(words.signIn.title);
  await page.getByText(words.notices.wrong_code).waitFor();
  await page.getByLabel(words.code).fill(code(1));
  await press(words.signIn.title);
  await page.getByRole("heading", { name: words.dashboard.title }).waitFor();
  await press(words.nav.signOut);

  await typePassword();
  await open(words.signInCode.recovery);
  await page.getByLabel(words.recoveryCode).fill(recovery?.[0] ?? "");
  await page.getByRole("button", { name: words.signIn.title }).last().click();
  await page.getByRole("heading", { name: words.dashboard.title }).waitFor();
  await page.goto(`${url}/account/security/`);
  await page.getByText(secondFactor.on(9)).waitFor();
  await open(secondFactor.switchOff);
  await page.locator("#switch-off").fill(recovery?.[1] ?? "");
  await press(secondFactor.switchOff);
  await page.getByText(words.notices.second_factor_off).waitFor();
  expect(found).toEqual([]);
});
