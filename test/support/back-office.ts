import type { RequestListener } from "node:http";
import { TOTP, Secret } from "otpauth";
import { expect, onTestFinished } from "vitest";
import { createOutbox } from "../../server/account/mail/outbox.ts";
import type { Check } from "../../server/owner/health.ts";
import { createOffice } from "../../server/owner/office/office.ts";
import { invite } from "../../server/owner/office/users.ts";
import type { Engine } from "./engines.ts";
import { openPaymentSetup } from "./payment-setup.ts";
import { MONTH, vault } from "./payments.ts";
import { quickHashing } from "./quick-hashing.ts";
import { listen } from "./running-service.ts";

export const PASSWORD = "correct horse battery";
export const ME = "me@tableside.example";
export const BEN = "ben@tableside.example";

/** A back office on a port, with a clock that the test sets. */
export async function openOffice(engine: Engine, nowMs: number, { isMailed = true } = {}) {
  const place = await engine.place();
  const setup = await openPaymentSetup(nowMs, { place });
  const { store, clock } = setup;
  const checks: Check[] = [
    { code: "disk", fault: null },
    { code: "mail", fault: "3 mails did not leave." },
  ];
  const state = { checks, isTimeKnown: true };
  let handle: RequestListener | undefined;
  const { url, end } = await listen((request, response) => handle?.(request, response));
  onTestFinished(end);
  handle = createOffice({
    store,
    vault,
    hashing: quickHashing,
    plans: [MONTH],
    url,
    explorerUrl: "https://explorer.example/#/",
    mails: isMailed
      ? {
          outbox: createOutbox(store, vault),
          baseUrl: "https://games.example.com",
          timeZone: "UTC",
        }
      : null,
    look: async () => state.checks,
    isTimeKnown: () => state.isTimeKnown,
    now: () => clock.nowMs,
    log: () => {},
  });
  return { setup, store, clock, state, url };
}

type Office = Awaited<ReturnType<typeof openOffice>>;

/** Somebody's browser at the back office. */
export function browserAt({ url }: Pick<Office, "url">) {
  const cookies = new Map<string, string>();
  async function ask(path: string, init: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, ...(init.headers as Record<string, string> | undefined) };
    const answer = await fetch(url + path, { ...init, headers, redirect: "manual" });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const [status, to] = [answer.status, answer.headers.get("location")];
    return { status, to, text: await answer.text(), headers: answer.headers };
  }
  return {
    get: (path: string) => ask(path),
    post: (path: string, fields: Readonly<Record<string, string>>, origin = url) =>
      ask(path, { method: "POST", headers: { origin }, body: new URLSearchParams(fields) }),
  };
}

export type OfficeBrowser = ReturnType<typeof browserAt>;

/** The secret that an invitation shows. */
export const secretIn = (page: string) =>
  /class="mono">(?:<!--.*?-->)?([A-Z2-7]{32})/.exec(page)?.[1] ?? "";

export const codeAt = (secret: string, ms: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });

/** Somebody who has accepted an invitation, in their browser. */
export async function joined(office: Office, email = ME) {
  const token = await invite(office.store, vault, email, office.clock.nowMs);
  const browser = browserAt(office);
  const secret = secretIn((await browser.get(`/owner/join/?token=${token}`)).text);
  const code = codeAt(secret, office.clock.nowMs);
  const answer = await browser.post("/owner/join/", { token, password: PASSWORD, code });
  expect([answer.status, answer.to]).toEqual([303, "/owner/"]);
  return { browser, secret, token };
}
