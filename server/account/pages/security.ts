import { encode } from "uqr";
import { audit } from "../../store/audit.ts";
import { deleteAccount } from "../auth/delete-account.ts";
import { totpUri } from "../auth/second-factors.ts";
import type { RecoveryCodes } from "../auth/second-factors.ts";
import { endSessions, listSessions, writeAs } from "../auth/sessions.ts";
import { RECENT_PASSWORD } from "../cookies.ts";
import { isEmail, normaliseEmail, displayedEmail } from "../email-address.ts";
import { goTo, noticeIfBusy } from "../request.ts";
import type { Handler, PortalResponse, PortalRequest } from "../request.ts";
import { CODE } from "./sign-in.ts";

/* The security page: password, sessions, second factor, email address, account deletion. */

const SECURITY = "/account/security/";
const SET_UP = "/account/two-factor/";
const SIGN_IN = "/account/sign-in/";
export const FACTOR = "/account/security/#second-factor";
export const ADDRESS = "/account/security/#address";

export const securityPage: Handler = async ({ store, factors, who, nowMs }) => {
  const { accountId, sessionId } = who;
  const sessions = await listSessions(store, accountId, nowMs);
  return {
    page: {
      name: "security",
      data: {
        sessions: sessions.map((session) => ({ ...session, isThis: session.id === sessionId })),
        recoveryCodesLeft: await factors.recoveryCodesLeft(accountId),
      },
    },
  };
};

export const changePassword: Handler = async (request) => {
  const { client, who, field } = request;
  if (!request.limits.mayConfirm(who.accountId)) {
    return goTo(SECURITY, "slow_down");
  }
  return noticeIfBusy(SECURITY, async () => {
    const [current, password] = [field("current"), field("password")];
    const outcome = await request.accounts.changePassword(who, current, password, client);
    switch (outcome.fault) {
      case undefined: {
        const { cookies, needsCode } = outcome;
        return goTo(needsCode === true ? CODE : SECURITY, "password_changed", { cookies });
      }
      case "short_password":
      case "long_password":
        return goTo(SECURITY, outcome.fault);
      default:
        return goTo(SECURITY, "wrong_password");
    }
  });
};

export const endSession: Handler = async (request) => {
  const { who, nowMs, field } = request;
  const { accountId, sessionId } = who;
  const id = field("session");
  await writeAs(request.store, who, async (transaction) => {
    await endSessions(transaction, accountId, id === "" ? { allBut: sessionId } : { id });
    await audit(transaction, accountId, "session_ended", nowMs);
  });
  return goTo(SECURITY, "sessions_ended");
};

export const deleteOwn: Handler = async (request) => {
  const { client, who, nowMs, field } = request;
  if (!request.limits.mayConfirm(who.accountId)) {
    return goTo(SECURITY, "slow_down");
  }
  return noticeIfBusy(SECURITY, async () => {
    if (!(await request.accounts.checkPassword(field("password"), client))) {
      return goTo(SECURITY, "wrong_password");
    }
    await writeAs(request.store, who, (transaction) =>
      deleteAccount(transaction, who.accountId, nowMs),
    );
    request.log("account deleted", { account: who.accountId });
    const cookies = await request.accounts.signOut(client);
    await request.changes.check();
    return goTo("/account/register/", "deleted", { cookies });
  });
};

/*
 * The second factor. The password is asked for first, but alone it can neither switch the second factor off nor
 * renew the recovery codes.
 */

export const setUpTotp: Handler = async ({ factors, who }) => {
  await factors.createSecret(who);
  return goTo(SET_UP);
};

/** Requires a recently typed password: a stolen session must not read the secret. */
export const twoFactorPage: Handler = async ({ factors, signed, who, cookies, nowMs }) => {
  const isRecent = signed.isRecentPassword(cookies[RECENT_PASSWORD], who.sessionId, nowMs);
  const secret = isRecent ? await factors.unconfirmedSecret(who.accountId) : undefined;
  return secret === undefined
    ? { to: FACTOR }
    : {
        page: { name: "two-factor", data: { secret, qr: qrCode(totpUri(secret, who.email)) } },
      };
};

/** A QR code as an SVG path of unit squares, in a square of `size` units. */
export function qrCode(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join("") };
}

export const switchOnTotp: Handler = async ({ factors, who, field }) => {
  return showCodes(await factors.switchOn(who, field("code")), SET_UP, "second_factor_on");
};

export const renewCodes: Handler = async ({ factors, who, field }) => {
  return showCodes(await factors.renewCodes(who, field("code")), FACTOR, "recovery_codes_renewed");
};

export const switchOffTotp: Handler = async ({ factors, who, field }) => {
  return goTo(FACTOR, (await factors.switchOff(who, field("code"))) ?? "second_factor_off");
};

/** Returns the codes in this response only: no cookie carries them, and no other page shows them. */
function showCodes(
  outcome: RecoveryCodes,
  otherwise: string,
  code: "second_factor_on" | "recovery_codes_renewed",
): PortalResponse {
  return outcome.fault === undefined
    ? {
        page: { name: "recovery-codes", data: { codes: outcome.codes } },
        path: "/account/recovery-codes/",
        notice: { code },
      }
    : goTo(otherwise, outcome.fault);
}

/* Changing the email address. The password is asked for first, then the old mailbox, then the new one. */

/** Emails the old mailbox. The response does not reveal whether another account has the new address. */
export const requestAddressChange: Handler = async ({ accounts, who, client, field }) => {
  const email = normaliseEmail(field("email")).toLowerCase();
  if (!isEmail(email) || email === who.email) {
    return goTo(ADDRESS, email === who.email ? "address_same" : "bad_email");
  }
  await accounts.requestAddressChange(who, email, client);
  return goTo(ADDRESS, "address_asked");
};

/**
 * The page of an emailed link. Mail scanners open it too, so it changes nothing by itself. It does not need a session,
 * since the mailbox is the proof.
 */
export const addressConfirmationPage: Handler<PortalRequest> = async ({ accounts, url }) => {
  const token = url.searchParams.get("token") ?? "";
  const link = await accounts.addressLink(token);
  if (link === undefined) {
    return goTo(SIGN_IN, "bad_address_link");
  }
  const data = { token, side: link.side, newEmail: displayedEmail(link.newEmail) };
  return { page: { name: "address", data } };
};

export const confirmAddress: Handler<PortalRequest> = async (request) => {
  const { accounts, limits, client, field } = request;
  const token = field("token");
  if (!limits.mayEnterCode(client.address)) {
    return goTo(`/account/address/answer/?${new URLSearchParams({ token })}`, "slow_down");
  }
  switch (await accounts.approveAddress(token, client)) {
    // Without a session, the sign-in page shows the notice.
    case "agreed":
      return goTo(SECURITY, "address_agreed");
    case "changed":
      return goTo(SECURITY, "address_changed");
    case "bad_token":
      return goTo(SIGN_IN, "bad_address_link");
  }
};
