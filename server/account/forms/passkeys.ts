import { CHALLENGE_MS } from "../auth/passkey-challenges.ts";
import type { Asked } from "../auth/passkeys.ts";
import { CHALLENGE, shortCookie } from "../cookies.ts";
import type { PortalContext } from "../portal-context.ts";
import { goTo } from "../portal-request.ts";
import type { PortalAnswer, PortalRequest, Redirect, SignedInRequest } from "../portal-request.ts";

/* The forms of passkeys, and what their script asks for. The password is asked for first. */

const ADD = "/account/passkeys/add/";
export const PASSKEYS = "/account/security/#passkeys";

/** Leads to the page that adds one, now that the password was typed. */
export async function beginPasskey(): Promise<Redirect> {
  return goTo(ADD);
}

/** What a browser is asked with to make a passkey. */
export async function askToAdd(
  { passkeys, secure }: PortalContext,
  { who, nowMs }: SignedInRequest,
): Promise<PortalAnswer> {
  return passkeys === undefined
    ? { missing: true }
    : asked(await passkeys.askToAdd(who, nowMs), secure);
}

/** What a browser is asked with to sign in. */
export async function askToSignIn(
  { passkeys, secure }: PortalContext,
  { nowMs }: PortalRequest,
): Promise<PortalAnswer> {
  return passkeys === undefined
    ? { missing: true }
    : asked(await passkeys.askToSignIn(nowMs), secure);
}

/** What a browser is asked with to confirm the form of a path, named in the query. */
export async function askToConfirm(
  { confirmations, secure }: PortalContext,
  { who, url, nowMs }: SignedInRequest,
): Promise<PortalAnswer> {
  const action = url.searchParams.get("action") ?? "";
  return confirmations === undefined
    ? { missing: true }
    : asked(await confirmations.ask(who, action, nowMs), secure);
}

function asked({ options, cookie }: Asked, secure: boolean): PortalAnswer {
  return {
    json: options,
    cookies: [shortCookie(CHALLENGE, cookie, CHALLENGE_MS / 1_000, secure)],
  };
}

/** Adds the passkey that the browser has made. */
export async function addPasskey(
  { passkeys }: PortalContext,
  { who, cookies, nowMs, field }: SignedInRequest,
): Promise<Redirect> {
  const answer = { text: field("answer"), cookie: cookies[CHALLENGE] ?? "", name: field("name") };
  switch (await passkeys?.add(who, answer, nowMs)) {
    case "added":
      return goTo(PASSKEYS, "passkey_added");
    case "too_many":
      return goTo(PASSKEYS, "too_many_passkeys");
    default:
      return goTo(ADD, "passkey_refused");
  }
}

export async function renamePasskey(
  { passkeys }: PortalContext,
  { who, nowMs, field }: SignedInRequest,
): Promise<Redirect> {
  await passkeys?.rename(who, field("passkey"), field("name"), nowMs);
  return goTo(PASSKEYS, "passkey_renamed");
}

/** Removes a passkey; one that is gone already is as good as removed. */
export async function removePasskey(
  { passkeys }: PortalContext,
  { who, nowMs, field }: SignedInRequest,
): Promise<Redirect> {
  await passkeys?.remove(who, field("passkey"), nowMs);
  return goTo(PASSKEYS, "passkey_removed");
}
