import { instantsIn } from "../../../src/account/instants.ts";
import { accountWords } from "../../../src/i18n/account.ts";
import type { MailWords } from "../../../src/i18n/words.ts";
import type { NewsAction } from "../../store/audit.ts";
import type { AuditEntry } from "../audit-log.ts";
import type { AccountMail } from "../auth/better-auth.ts";
import { shownEmail } from "../email-address.ts";
import type { Mail } from "./mailer.ts";

const PATHS: Readonly<Record<AccountMail["kind"], string>> = {
  verify: "/account/verify/",
  reset: "/account/reset/",
  taken: "/account/sign-in/",
};
const DAY_MS = 86_400_000;

/**
 * The text of a mail with a link, in the recipient's language.
 *
 * @param baseUrl where the link leads. Never taken from a request, which could name any host.
 */
export function mailOf({ kind, to, lang, token }: AccountMail, baseUrl: string): Mail {
  const query = token === "" ? "" : `?${new URLSearchParams({ token })}`;
  return write({ to, lang }, accountWords(lang).mails[kind](`${baseUrl}${PATHS[kind]}${query}`));
}

/**
 * The mail that asks a mailbox to agree that an account moves from the old address to the new one.
 *
 * @param newEmail what the old mailbox is told.
 */
export function addressMail(
  side: "old" | "new",
  { to, lang, token }: { readonly to: string; readonly lang: string; readonly token: string },
  baseUrl: string,
  newEmail = to,
): Mail {
  const link = `${baseUrl}/account/address/answer/?${new URLSearchParams({ token })}`;
  return write({ to, lang }, accountWords(lang).mails.address[side](link, shownEmail(newEmail)));
}

/** The mail that tells the old mailbox that the account has moved. */
export function movedMail(
  { email, lang }: { readonly email: string; readonly lang: string },
  atMs: number,
  { baseUrl, timeZone }: { readonly baseUrl: string; readonly timeZone: string },
): Mail {
  const date = instantsIn(lang, timeZone).time(atMs);
  return write(
    { to: email, lang },
    accountWords(lang).mails.address.moved(`${baseUrl}/account/sign-in/`, date),
  );
}

/** What the mailbox is told that an account had before whoever runs the service gave it another one. */
export function movedByOwnerMail(
  { email, lang }: { readonly email: string; readonly lang: string },
  atMs: number,
  { baseUrl, timeZone }: { readonly baseUrl: string; readonly timeZone: string },
): Mail {
  const date = instantsIn(lang, timeZone).time(atMs);
  return write(
    { to: email, lang },
    accountWords(lang).mails.address.movedByOwner(`${baseUrl}/account/sign-in/`, date),
  );
}

/** A reminder that a subscription ends or has ended. */
export interface Reminder {
  readonly email: string;
  readonly lang: string;
  readonly endsAtMs: number;
}

/** The text of a reminder, with the end's date and the days that are left. */
export function reminderMail(
  { email, lang, endsAtMs }: Reminder,
  { baseUrl, timeZone }: { readonly baseUrl: string; readonly timeZone: string },
  nowMs: number,
): Mail {
  const { ends, ended } = accountWords(lang).mails;
  const link = `${baseUrl}/account/plans/`;
  const date = instantsIn(lang, timeZone).time(endsAtMs);
  const days = Math.ceil((endsAtMs - nowMs) / DAY_MS);
  return write({ to: email, lang }, days > 0 ? ends(link, date, days) : ended(link, date));
}

/** The news that an endpoint of webhooks was switched off. */
export function webhookOffMail(
  { email, lang }: { readonly email: string; readonly lang: string },
  { url, reason }: { readonly url: string; readonly reason: "failed" | "gone" },
  baseUrl: string,
): Mail {
  const { webhookOff } = accountWords(lang).mails;
  return write({ to: email, lang }, webhookOff[reason](`${baseUrl}/account/webhooks/`, url));
}

/** What happened to an account, from its audit log. */
export interface News {
  readonly email: string;
  readonly lang: string;
  readonly entry: AuditEntry & { readonly action: NewsAction };
}

/** The text of news. It leads to the page where its owner can act on it. */
export function newsMail(
  { email, lang, entry: { action, atMs, detail } }: News,
  { baseUrl, timeZone }: { readonly baseUrl: string; readonly timeZone: string },
): Mail {
  const { news } = accountWords(lang).mails;
  const date = instantsIn(lang, timeZone).time(atMs);
  const link = (page: string) => `${baseUrl}/account/${page}`;
  const { amount = "" } = detail;
  switch (action) {
    case "password_changed":
    case "password_reset":
    case "second_factor_on":
    case "second_factor_off":
    case "codes_locked":
    case "address_changed":
    case "address_moved":
      // Whoever has changed it can sign in, and its owner cannot: the mailbox decides.
      return write({ to: email, lang }, news[action](link("forgot/"), date));
    case "origins_changed": {
      const sites = (detail["origins"] ?? "").split(" ").filter(Boolean);
      // Not at the start of a line, where an address would become a link.
      return write(
        { to: email, lang },
        news[action](link("#sites"), date, sites.map((site) => `- ${site}`).join("\n")),
      );
    }
    case "recovery_code_used":
    case "signed_in_elsewhere": {
      const from = [detail["address"], detail["browser"]].filter(Boolean).join(", ");
      return write({ to: email, lang }, news[action](link("security/"), date, from));
    }
    case "payment_credited":
      return write({ to: email, lang }, news[action](link(""), date, amount));
    case "payment_seen":
    case "payment_in_review":
    case "payment_dismissed":
      return write(
        { to: email, lang },
        news[action](link("payments/"), date, detail["hash"] ?? ""),
      );
    case "balance_credited":
    case "balance_refunded":
    case "payment_withdrawn":
      return write({ to: email, lang }, news[action](link("payments/"), date, amount));
  }
}

function write(reader: Pick<Mail, "to" | "lang">, { subject, text }: MailWords): Mail {
  return { ...reader, subject: `Tableside: ${subject}`, text: `${text}\n` };
}
