import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import { expect, onTestFinished, vi } from "vitest";
import type { AccountMail } from "../../server/account/auth/better-auth.ts";
import { createSecondFactors } from "../../server/account/auth/second-factors.ts";
import { readConfig } from "../../server/config/config.ts";
import { createOffice } from "../../server/owner/office.ts";
import { addOwner } from "../../server/owner/owners.ts";
import type { Fact, OfficePage, OfficePageData } from "../../src/account/office-data.ts";
import { accountsOn, signedIn } from "./accounts-on.ts";
import type { Engine } from "./engines.ts";
import { codeAt } from "./one-time-codes.ts";
import { openPaymentSetup } from "./payment-setup.ts";
import { vault } from "./payments.ts";
import { quickHashing } from "./quick-hashing.ts";
import { listen } from "./running-service.ts";

export const PASSWORD = "correct horse battery";
export const ME = "me@tableside.example";
export const BEN = "ben@tableside.example";
const PERIOD_MS = 30_000;
const MAILED = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "games@example.com" };

/** A back office on a port, with a clock that the test sets. Its pages are JSON data. */
export async function openOffice(engine: Engine, nowMs: number) {
  // The accounts library reads the machine's clock.
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  onTestFinished(() => void vi.useRealTimers());
  const setup = await openPaymentSetup(nowMs, { place: await engine.place() });
  const { store, clock } = setup;
  const state = { isTimeKnown: true };
  const log: unknown[] = [];
  let handle: RequestListener | undefined;
  const { url, end } = await listen((request, response) => handle?.(request, response));
  onTestFinished(end);
  handle = createOffice({
    store,
    vault,
    hashing: quickHashing,
    config: readConfig({ BASE_URL: "https://games.example.com", ...MAILED }),
    checkHealth: async () => [],
    renderPage: async (_event, headers, locals) => {
      const { owner } = locals as { owner: OfficePage };
      return new Response(JSON.stringify(owner), { headers, status: owner.shell.status });
    },
    file: () => new Response("a file"),
    isTimeKnown: () => state.isTimeKnown,
    now: () => clock.nowMs,
    log: (event, fields) => void log.push([event, fields]),
  });
  const passes = (ms: number) => {
    clock.nowMs += ms;
    vi.setSystemTime(clock.nowMs);
  };
  const factors = createSecondFactors({ store, vault, now: () => clock.nowMs });
  const emails: AccountMail[] = [];
  const accounts = accountsOn(store, { sendMail: async (mail) => void emails.push(mail) });
  return { setup, store, clock, state, url, passes, accounts, factors, emails, log };
}

export type Office = Awaited<ReturnType<typeof openOffice>>;

export function browserAt({ url }: Pick<Office, "url">, cookie = "") {
  async function ask(path: string, init: RequestInit = {}) {
    const headers = { cookie, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(url + path, { ...init, headers, redirect: "manual" });
    const [set] = response.headers.getSetCookie();
    cookie = set?.split(";")[0] ?? cookie;
    const [status, to, text] = [
      response.status,
      response.headers.get("location"),
      await response.text(),
    ];
    return {
      status,
      to,
      text,
      set,
      headers: response.headers,
      page: <Name extends keyof OfficePageData>(_name: Name) =>
        JSON.parse(text) as OfficePage<Name>,
    };
  }
  return {
    get: (path: string, headers: Record<string, string> = {}) => ask(path, { headers }),
    post: (
      path: string,
      fields: Readonly<Record<string, string>>,
      headers: Record<string, string> = { origin: url },
    ) => ask(path, { method: "POST", headers, body: new URLSearchParams(fields) }),
  };
}

export async function statusAt(url: string, host: string, method: string): Promise<number> {
  const sent = request(url, { method, headers: { host, origin: `http://${host}` } });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

export type OfficeBrowser = ReturnType<typeof browserAt>;

/** An account with a second factor. `code` returns an unused code. */
export async function anAccountWithCodes(office: Office, email = ME) {
  const { accounts, factors, passes } = office;
  await accounts.register(email, PASSWORD, "en");
  const { client, who } = await signedIn(accounts, email, PASSWORD);
  await factors.createSecret(who);
  const secret = (await factors.unconfirmedSecret(who.accountId)) ?? "";
  const code = () => {
    passes(PERIOD_MS);
    return codeAt(secret, office.clock.nowMs);
  };
  const on = await factors.switchOn(who, code());
  if (on.fault !== undefined) {
    throw new Error(on.fault);
  }
  return { who, email, code, recovery: on.codes, cookie: client.cookie, client };
}

export async function enrolled(office: Office, email = ME) {
  const account = await anAccountWithCodes(office, email);
  const token = await addOwner(office.store, email, office.clock.nowMs);
  const browser = browserAt(office);
  const fields = { token, password: PASSWORD, code: account.code() };
  const enrolled = await browser.post("/owner/enrol/", fields);
  expect([enrolled.status, enrolled.to]).toEqual([303, "/owner/"]);
  async function does(page: string, form: Readonly<Record<string, string>>) {
    const asked = await browser.post(page, form);
    expect([form, asked.status]).toEqual([form, 200]);
    const { action, fields: hidden } = asked.page("question").data;
    return browser.post(action, { ...hidden, code: account.code() });
  }
  return { ...account, token, browser, does };
}

export const factsOf = (facts: readonly Fact[]) =>
  facts.map(
    ([name, value]) =>
      `${name}: ${typeof value === "number" ? new Date(value).toISOString().slice(0, 16) : value}`,
  );
