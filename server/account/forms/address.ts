import { isEmail, normaliseEmail, shownEmail } from "../email-address.ts";
import type { PortalContext } from "../portal-context.ts";
import { goTo } from "../portal-request.ts";
import type { PortalAnswer, PortalRequest, Redirect, SignedInRequest } from "../portal-request.ts";

/* The forms that change an account's e-mail address. The password is asked for first. */

export const ADDRESS = "/account/security/#address";

/** Mails both addresses. Whether another account has the new one, the answer does not say. */
export async function askAddress(
  { addresses }: PortalContext,
  { who, nowMs, field }: SignedInRequest,
): Promise<Redirect> {
  const email = normaliseEmail(field("email"));
  if (!isEmail(email)) {
    return goTo(ADDRESS, "bad_email");
  }
  switch (await addresses.ask(who, email, nowMs)) {
    case "asked":
      return goTo(ADDRESS, "address_asked");
    case "same":
      return goTo(ADDRESS, "address_same");
    case "too_many":
      return goTo(ADDRESS, "too_many_addresses");
  }
}

/** Stops a change that waits. Taking a step back needs no password. */
export async function cancelAddress(
  { addresses }: PortalContext,
  { who, nowMs }: SignedInRequest,
): Promise<Redirect> {
  await addresses.cancel(who, nowMs);
  return goTo(ADDRESS, "address_stopped");
}

/**
 * The page of a mailed link. Mail scanners open it too, so it changes nothing by itself; and nobody need be
 * signed in, since it is the mailbox that decides.
 */
export async function addressQuestion(
  { addresses }: PortalContext,
  { url, nowMs }: PortalRequest,
): Promise<PortalAnswer> {
  const token = url.searchParams.get("token") ?? "";
  const change = await addresses.find(token, nowMs);
  if (change === undefined) {
    return goTo("/account/sign-in/", "bad_address_link");
  }
  const { side, newEmail, hasAgreed } = change;
  return {
    page: {
      name: "address",
      data: { token, side, newEmail: shownEmail(newEmail), hasAgreed: hasAgreed[side] },
    },
  };
}

/** Agrees for a mailbox, or stops the change. */
export async function answerAddress(
  { addresses, limits }: PortalContext,
  { client, nowMs, field }: PortalRequest,
): Promise<Redirect> {
  const token = field("token");
  const here = `/account/address/answer/?${new URLSearchParams({ token })}`;
  if (!limits.mayEnterCode(client.address)) {
    return goTo(here, "slow_down");
  }
  if (field("answer") === "stop") {
    const isStopped = await addresses.stop(token, nowMs);
    return isStopped
      ? goTo("/account/forgot/", "address_stopped")
      : goTo("/account/sign-in/", "bad_address_link");
  }
  switch (await addresses.agree(token, nowMs)) {
    case "agreed":
      return goTo(here, "address_agreed");
    case "changed":
      // To who is not signed in, the page that asks for it says so.
      return goTo("/account/security/", "address_changed");
    case "bad_token":
      return goTo("/account/sign-in/", "bad_address_link");
  }
}
