import { instantsIn } from "../../../src/account/instants.ts";
import type { MailWords } from "../../../src/i18n/account-words.ts";
import { accountWords } from "../../../src/i18n/account.ts";
import type { AccountMail } from "../auth/better-auth.ts";
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
  return write(to, accountWords(lang).mails[kind](`${baseUrl}${PATHS[kind]}${query}`));
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
  return write(email, days > 0 ? ends(link, date, days) : ended(link, date));
}

/** The news that an endpoint of webhooks was switched off. */
export function webhookOffMail(
  { email, lang }: { readonly email: string; readonly lang: string },
  { url, reason }: { readonly url: string; readonly reason: "failed" | "gone" },
  baseUrl: string,
): Mail {
  const { webhookOff } = accountWords(lang).mails;
  return write(email, webhookOff[reason](`${baseUrl}/account/webhooks/`, url));
}

function write(to: string, { subject, text }: MailWords): Mail {
  return { to, subject: `Tableside: ${subject}`, text: `${text}\n` };
}
