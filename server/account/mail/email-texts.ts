import { instantsIn } from "../../../src/account/instants.ts";
import { accountWords } from "../../../src/i18n/account.ts";
import type { EmailWords } from "../../../src/i18n/words.ts";
import { DAY_MS } from "../../../src/round/phases.ts";
import type { NewsAction } from "../../store/audit.ts";
import type { AccountMail } from "../auth/better-auth.ts";
import { displayedEmail } from "../email-address.ts";

/** An email in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

interface Reader {
  readonly email: string;
  readonly lang: string;
}

/** `timeZone` is an IANA name. */
export interface Sender {
  /** Never taken from a request, which could name any host. */
  readonly baseUrl: string;
  readonly timeZone: string;
}

const PATHS: Readonly<Record<AccountMail["kind"], string>> = {
  verify: "/account/verify/",
  reset: "/account/reset/",
  taken: "/account/sign-in/",
  address_old: "/account/address/answer/",
  address_new: "/account/address/answer/",
};

export function linkEmail(
  { kind, to, lang, token, newEmail = to }: AccountMail,
  { baseUrl }: Pick<Sender, "baseUrl">,
): Mail {
  const { emails } = accountWords(lang);
  const query = token === "" ? "" : `?${new URLSearchParams({ token })}`;
  const link = `${baseUrl}${PATHS[kind]}${query}`;
  const reader = { email: to, lang };
  switch (kind) {
    case "address_old":
      return write(reader, emails.address.old(link, displayedEmail(newEmail)));
    case "address_new":
      return write(reader, emails.address.new(link, displayedEmail(newEmail)));
    default:
      return write(reader, emails[kind](link));
  }
}

/** Informs the old mailbox that the account has moved. */
export function addressChangedEmail(
  reader: Reader,
  atMs: number,
  { baseUrl, timeZone }: Sender,
): Mail {
  const date = instantsIn(reader.lang, timeZone).time(atMs);
  const { moved } = accountWords(reader.lang).emails.address;
  return write(reader, moved(`${baseUrl}/account/sign-in/`, date));
}

export function reminderEmail(
  reader: Reader & { readonly endsAtMs: number },
  { baseUrl, timeZone }: Sender,
  nowMs: number,
): Mail {
  const { ends, ended } = accountWords(reader.lang).emails;
  const link = `${baseUrl}/account/plans/`;
  const date = instantsIn(reader.lang, timeZone).time(reader.endsAtMs);
  const days = Math.ceil((reader.endsAtMs - nowMs) / DAY_MS);
  return write(reader, days > 0 ? ends(link, date, days) : ended(link, date));
}

export function webhookOffEmail(
  reader: Reader,
  { url, reason }: { readonly url: string; readonly reason: "failed" | "gone" },
  { baseUrl }: Pick<Sender, "baseUrl">,
): Mail {
  const { webhookOff } = accountWords(reader.lang).emails;
  return write(reader, webhookOff[reason](`${baseUrl}/account/webhooks/`, url));
}

export interface News extends Reader {
  readonly action: NewsAction;
  readonly atMs: number;
  readonly detail: Readonly<Record<string, string>>;
}

type Detail = News["detail"];
const amount = (detail: Detail) => detail["amount"] ?? "";
const hash = (detail: Detail) => detail["hash"] ?? "";
const from = ({ address = "", browser = "" }: Detail) =>
  [address, browser].filter(Boolean).join(", ");
const sites = ({ origins = "" }: Detail) => origins && `- ${origins.replaceAll(" ", "\n- ")}`;

/** The page where the account's holder can act on each event, and the part of its detail that the email states. */
const NEWS_PAGES: Readonly<
  Record<NewsAction, readonly [page: string, about?: (detail: Detail) => string]>
> = {
  // If a stranger changed the password, only the mailbox lets the account's holder in again.
  password_changed: ["forgot/"],
  password_reset: ["forgot/"],
  second_factor_on: ["forgot/"],
  second_factor_off: ["forgot/"],
  codes_locked: ["forgot/"],
  address_changed: ["forgot/"],
  origins_changed: ["#sites", sites],
  recovery_code_used: ["security/", from],
  signed_in_elsewhere: ["security/", from],
  payment_credited: ["", amount],
  payment_seen: ["payments/", hash],
  payment_in_review: ["payments/", hash],
  payment_dismissed: ["payments/", hash],
  balance_credited: ["payments/", amount],
  balance_refunded: ["payments/", amount],
};

/** The email about an event of an account. */
export function newsEmail(item: News, { baseUrl, timeZone }: Sender): Mail {
  const { lang, action, atMs, detail } = item;
  const [page, about] = NEWS_PAGES[action];
  const date = instantsIn(lang, timeZone).time(atMs);
  const words = accountWords(lang).emails.news[action];
  return write(item, words(`${baseUrl}/account/${page}`, date, about?.(detail) ?? ""));
}

function write({ email }: Reader, { subject, text }: EmailWords): Mail {
  return { to: email, subject: `Tableside: ${subject}`, text: `${text}\n` };
}
