import { expect, onTestFinished, test } from "vitest";
import { codeAt, periodAt } from "../../../server/account/auth/one-time-code.ts";
import { accountWords } from "../../../src/i18n/account.ts";
import { violations } from "../../support/axe.ts";
import { newPage } from "../../support/browser-page.ts";
import { startLiveService } from "../../support/live-service.ts";
import { sideways } from "../../support/shop.ts";
import { withAuthenticator } from "../../support/virtual-authenticator.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const EMAIL = "ann@operator.example";
const PASSWORD = "correct horse battery";
const PHONE = { width: 390, height: 844 };

/** A phone that speaks `lang`; faults of its pages fail the test. */
async function phone(lang: string, javaScriptEnabled = true) {
  const { page, faults, asked } = await newPage({
    viewport: PHONE,
    locale: lang,
    javaScriptEnabled,
  });
  onTestFinished(() => expect(faults).toEqual([]));
  return { page, asked };
}

test.each(["en", "ko"])(
  "a passkey is added, signs in without password and code, and is removed, on a phone in %s",
  async (lang) => {
    const { url } = await startLiveService(NOW_MS, {}, { named: true });
    const { page, asked } = await phone(lang);
    const authenticator = await withAuthenticator(page);
    const words = accountWords(lang);
    const say = words.security.passkeys;
    const { said } = words.passkey;
    const found: string[] = [];
    const look = async (name: string) => {
      // The languages share their markup.
      const violated = lang === "en" ? await violations(page) : [];
      found.push(...violated.map((violation) => `${name}: ${violation}`));
      found.push(...((await sideways(page)) ? [`${name} scrolls sideways`] : []));
    };
    const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
    const typePassword = async () => {
      await page.goto(`${url}/account/sign-in/`);
      await page.getByLabel(words.email).fill(EMAIL);
      await page.getByLabel(words.password).fill(PASSWORD);
      await press(words.signIn.submit);
    };
    const scripts = () => asked.filter((address) => /passkey.*\.js/.test(address));

    await page.goto(`${url}/account/register/`);
    await page.getByLabel(words.email).fill(EMAIL);
    await page.getByLabel(words.password).fill(PASSWORD);
    expect(scripts()).toEqual([]);
    await press(words.register.submit);
    await typePassword();
    await page.goto(`${url}/account/security/`);
    await press(words.security.secondFactor.setUp);
    const secret = (await page.locator("#secret").innerText()).replaceAll(/\s/g, "");
    await page.getByLabel(words.code).fill(codeAt(secret, periodAt(Date.now())));
    await press(words.twoFactor.submit);
    await page.getByText(words.notices.second_factor_on).waitFor();

    // The password is asked for, as for whoever comes back to a browser that is signed in.
    await page.context().clearCookies({ name: "tableside.fresh" });
    await page.goto(`${url}/account/security/`);
    await press(say.add);
    await page.getByLabel(words.password).fill(PASSWORD);
    await press(words.confirm.submit);
    await page.getByRole("button", { name: words.addPasskey.submit }).waitFor();
    await look("add");
    await authenticator.knowsFinger(false);
    await press(words.addPasskey.submit);
    await page.getByText(said.cancelled).waitFor();
    await authenticator.knowsFinger(true);
    await page.getByLabel(words.addPasskey.name).fill("Pocket");
    await press(words.addPasskey.submit);
    await page.getByText(words.notices.passkey_added).waitFor();
    await page.getByText("Pocket").first().waitFor();
    await press(say.add);
    await press(words.addPasskey.submit);
    await page.getByText(said.known).waitFor();
    await press(words.nav.signOut);

    await page.goto(`${url}/account/sign-in/`);
    await page.getByRole("button", { name: words.passkey.signIn }).waitFor();
    await look("sign in");
    await authenticator.knowsFinger(false);
    await press(words.passkey.signIn);
    await page.getByText(said.cancelled).waitFor();
    await authenticator.knowsFinger(true);
    await press(words.passkey.signIn);
    // No code is asked for: it has checked the finger.
    await page.getByRole("heading", { name: words.dashboard.title }).waitFor();

    // It shows a key too, once it has checked the finger again, or else the password does.
    const { either, submit } = words.confirm;
    await press(words.dashboard.trial.start);
    for (const isFinger of [true, false]) {
      await page.getByRole("button", { name: words.dashboard.key.reveal }).first().click();
      await page.getByRole("heading", { name: either.title }).waitFor();
      await look("confirm");
      await authenticator.knowsFinger(isFinger);
      await press(either.passkey);
      if (!isFinger) {
        await page.getByText(said.cancelled).waitFor();
        await page.getByLabel(words.password).fill(PASSWORD);
        await press(submit);
      }
      await page.locator("code.key", { hasText: /^\s*tbs_live_\w{36}\s*$/ }).waitFor();
      await page.reload();
    }
    await authenticator.knowsFinger(true);
    // How somebody signs in takes the password alone, and here it was typed too long ago.
    await page.context().clearCookies({ name: "tableside.fresh" });

    await page.goto(`${url}/account/security/`);
    await page.getByText(say.added("")).first().waitFor();
    await page.locator("summary", { hasText: "Pocket" }).click();
    await look("security");
    await page.getByLabel(say.name, { exact: true }).fill("Drawer");
    await press(say.rename);
    await page.getByLabel(words.password).fill(PASSWORD);
    await press(words.confirm.submit);
    await page.getByText(words.notices.passkey_renamed).waitFor();
    await page.locator("summary", { hasText: "Drawer" }).click();
    await press(say.remove);
    await page.getByText(words.notices.passkey_removed).waitFor();
    await press(words.nav.signOut);
    // The device has it still, and the service does not.
    await page.goto(`${url}/account/sign-in/`);
    await press(words.passkey.signIn);
    await page.getByText(words.notices.passkey_refused).waitFor();
    await authenticator.forgetAll();
    await press(words.passkey.signIn);
    await page.getByText(said.cancelled).waitFor();
    await typePassword();
    await page.getByText(words.signInCode.lead).waitFor();
    expect(scripts().length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  },
);

test("without scripts the pages say why no passkey is asked for, and all else works", async () => {
  const { url } = await startLiveService(NOW_MS, {}, { named: true });
  const { page } = await phone("en", false);
  const words = accountWords("en");
  const signIn = async () => {
    await page.locator("#email").fill(EMAIL);
    await page.locator("#password").fill(PASSWORD);
    await page.locator("form.fields button").first().click();
  };
  await page.goto(`${url}/account/register/`);
  await signIn();
  // Playwright reads no text in there.
  const reason = page.locator("noscript:visible p");
  expect(await reason.textContent()).toBe(words.passkey.said.noScript);
  expect(await page.getByRole("button", { name: words.passkey.signIn }).count()).toBe(0);
  await signIn();
  await page.goto(`${url}/account/security/`);
  await page.getByRole("button", { name: words.security.passkeys.add }).click();
  await page.getByRole("heading", { name: words.addPasskey.title }).waitFor();
  expect(await reason.textContent()).toBe(words.passkey.said.noScript);
  expect(await page.getByRole("button", { name: words.addPasskey.submit }).count()).toBe(0);
});
