import { RECEIVER } from "../../support/tron-answers.ts";
import type { World } from "../world.ts";
import { openBrowser } from "./browser.ts";
import type { Browser } from "./browser.ts";
import { pause } from "./pause.ts";

export const PASSWORD = "correct horse battery";
const MICRO = 1_000_000;
const CENT = MICRO / 100;
/** How long somebody waits for a payment to be credited before they do something else, ms. */
const WAITS_MS = 4 * 60_000;

/** Somebody who registers, pays, uses keys, and leaves. They send a form again when nothing came back. */
export async function buy(world: World, number: number): Promise<never> {
  const { chance } = world;
  for (let life = 1; ; life++) {
    await pause(chance.between(500, 20_000));
    const email = `customer${number}-${life}@operator.example`;
    const browser = openBrowser(world.askAny, `198.51.100.${number + 1}`);
    if (!(await signIn(world, browser, email))) {
      continue;
    }
    /** The texts of all keys of the account that were shown. */
    const texts = new Set<string>();
    const purse = { roundsUp: number > 0, isFull: false };
    const purchases = chance.below(4);
    for (let purchase = 0; purchase < purchases; purchase++) {
      if (!(await buyFromBalance(browser, purse))) {
        await purchaseOne(world, browser, email, purse);
      }
    }
    await buyFromBalance(browser, purse);
    await useKeys(world, browser, texts);
    if (chance.happens(0.5)) {
      await leave(world, browser, email, texts);
    }
  }
}

/** Registers, follows the link of the mail, and signs in. */
async function signIn({ mails }: World, browser: Browser, email: string): Promise<boolean> {
  const who = { email, password: PASSWORD };
  for (let attempt = 0; attempt < 8; attempt++) {
    const link = mails.linkTo(email);
    if (link === undefined) {
      await browser.send("/account/register/", who);
    } else {
      await browser.open(link);
    }
    if ((await browser.send("/account/sign-in/", who)) === "/account/") {
      return true;
    }
    await pause(3_000);
  }
  return false;
}

/** How somebody stands with their balance. */
interface Purse {
  /** Whether they pay a cent more the second time: then the balance buys a plan alone. */
  readonly roundsUp: boolean;
  /** Whether it does, once all that was sent is credited. */
  isFull: boolean;
}

/** Buys a plan from a balance that should suffice; whether it did. */
async function buyFromBalance(browser: Browser, purse: Purse): Promise<boolean> {
  if (!purse.isFull) {
    return false;
  }
  const balance = (await browser.see("plans", "/account/plans/"))?.data.balance ?? "";
  const to = await browser.send("/account/plans/", { plan: "Month", from: "balance", balance });
  const isBought = to === "/account/payments/";
  purse.isFull = !isBought;
  return isBought;
}

/** Orders a plan, pays in one of many ways, and waits. */
async function purchaseOne(
  world: World,
  browser: Browser,
  email: string,
  purse: Purse,
): Promise<void> {
  const { chance, chain, agenda } = world;
  const to = await browser.send("/account/plans/", { plan: "Month" });
  const page =
    to?.startsWith("/account/invoice/") === true ? await browser.see("invoice", to) : null;
  if (to === null || page?.data.state !== "open") {
    return;
  }
  const { id, amount: text, address } = page.data;
  const asked = Math.round(Number(text) * MICRO);
  if (address !== RECEIVER) {
    world.findings.broken("money in is money out", `an invoice asks to pay to ${address}`);
  }
  await pause(chance.between(500, 30_000));
  const ways = ["exact", "exact", "exact", "less", "more", "twice", "nothing"] as const;
  const way = chance.pick([...ways]);
  const hashes = {
    exact: () => [chain.send(asked)],
    // What the balance left may be less than that.
    less: () => [chain.send(asked > 5 * MICRO ? asked - MICRO : asked)],
    more: () => [chain.send(asked + 3 * MICRO)],
    twice: () => [chain.send(asked), chain.send(asked + (purse.roundsUp ? CENT : 0))],
    nothing: () => ["ab".repeat(31) + String(chance.below(90) + 10)],
  }[way]();
  purse.isFull ||= way === "twice" && purse.roundsUp;
  const untilMs = agenda.nowMs + WAITS_MS;
  for (const hash of hashes) {
    if (way === "nothing" || chance.happens(0.5)) {
      await pause(chance.between(0, 5_000));
      await browser.send("/account/invoice/", { invoice: id, hash }, heldMs(world));
    }
  }
  while (agenda.nowMs < untilMs) {
    await pause(chance.between(2_000, 20_000));
    const shown = await browser.see("invoice", to);
    if (shown?.data.state === "paid") {
      world.books.shownPaid(id, agenda.nowMs);
      return;
    }
    if (way === "nothing" || shown === null) {
      // Signed out, or the account is gone with what came after a backup.
      await signIn(world, browser, email);
      return;
    }
  }
}

/** How long the end of a form is held back: mostly not at all, sometimes for longer than it is waited for. */
function heldMs({ chance }: World): number {
  return chance.happens(0.2) ? chance.between(100, 9_000) : 0;
}

/** Has each key shown, and replaces it at times. */
async function useKeys(world: World, browser: Browser, texts: Set<string>): Promise<void> {
  const { chance, keys, agenda } = world;
  await showKeys(world, browser, texts);
  if (texts.size === 0 || chance.happens(0.5)) {
    return;
  }
  const replaced = [...texts];
  replaced.forEach(keys.uncertain);
  const form = { hours: "0", "confirm-password": PASSWORD };
  if ((await browser.send("/account/key/rotate/", form, heldMs(world))) === "/account/#key") {
    const page = await browser.see("dashboard", "/account/");
    if (page?.shell.notice?.code === "key_rotated") {
      replaced.forEach((keyText) => keys.revoked(keyText, agenda.nowMs));
    }
  }
  await showKeys(world, browser, texts);
}

async function showKeys(
  { keys, agenda }: World,
  browser: Browser,
  texts: Set<string>,
): Promise<void> {
  const page = await browser.see("dashboard", "/account/");
  for (const { id } of page?.data.subscription?.keys ?? []) {
    await browser.send("/account/key/reveal/", { key: id, "confirm-password": PASSWORD });
    const shown = await browser.see("dashboard", "/account/");
    const subscription = shown?.data.subscription;
    const keyText = subscription?.keys.find((each) => each.keyText !== null)?.keyText;
    if (subscription && keyText) {
      keys.issued(keyText, subscription.endsAtMs, agenda.nowMs);
      texts.add(keyText);
    }
  }
}

/** Deletes the account, while a second window of the same browser holds a form open. */
async function leave(
  world: World,
  browser: Browser,
  email: string,
  texts: ReadonlySet<string>,
): Promise<void> {
  const { chance, agenda, keys } = world;
  const accountId = world.accountOf(email);
  const page = await browser.see("plans", "/account/plans/");
  const window = openBrowser(world.askAny, "198.51.100.99");
  browser.cookies.forEach((value, name) => window.cookies.set(name, value));
  const held = chance.between(200, 8_000);
  const forms = [
    () => window.send("/account/plans/", { plan: "Month" }, held),
    () => window.send("/account/key/trial/", {}, held),
    () => window.send("/account/key/rotate/", { hours: "24", "confirm-password": PASSWORD }, held),
  ] as const;
  const holding = page === null ? Promise.resolve(null) : chance.pick([...forms])();
  await pause(chance.between(0, 2_000));
  texts.forEach(keys.uncertain);
  const to = await browser.send("/account/delete/", { password: PASSWORD });
  if (to === "/account/register/" && accountId !== null) {
    world.books.accountDeleted(accountId, agenda.nowMs);
    texts.forEach((keyText) => keys.revoked(keyText, agenda.nowMs));
  }
  await holding;
}
