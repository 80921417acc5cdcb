import { instantsIn } from "../../../src/account/instants.ts";
import { accountWords } from "../../../src/i18n/account.ts";
import type { EmailWords } from "../../../src/i18n/words.ts";
import { DAY_MS } from "../../../src/round/phases.ts";
import { escapeHtml } from "../../http/html.ts";
import type { NewsAction } from "../../store/audit.ts";
import type { AccountMail } from "../auth/better-auth.ts";
import { displayedEmail } from "../email-address.ts";

/** An email as plain text, from which its HTML is made. */
export interface Mail {
  readonly to: string;
  /** A language tag. */
  readonly lang: string;
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

/** Informs the old mailbox that the account has moved, on request of its holder or by an owner of the service. */
export function addressChangedEmail(
  reader: Reader,
  atMs: number,
  { baseUrl, timeZone }: Sender,
  by: "moved" | "movedByOwner" = "moved",
): Mail {
  const date = instantsIn(reader.lang, timeZone).time(atMs);
  return write(
    reader,
    accountWords(reader.lang).emails.address[by](`${baseUrl}/account/sign-in/`, date),
  );
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

/** The email about an event, with a link to the page where the account's holder can act on it. */
export function newsEmail(item: News, { baseUrl, timeZone }: Sender): Mail {
  const { lang, action, atMs, detail } = item;
  const { news } = accountWords(lang).emails;
  const date = instantsIn(lang, timeZone).time(atMs);
  const link = (page: string) => `${baseUrl}/account/${page}`;
  const { amount = "", hash = "", address = "", browser = "", origins = "" } = detail;
  switch (action) {
    case "password_changed":
    case "password_reset":
    case "second_factor_on":
    case "second_factor_off":
    case "codes_locked":
    case "address_changed":
    case "address_moved":
      // If a stranger changed the password, only the mailbox lets the account's holder in again.
      return write(item, news[action](link("forgot/"), date));
    case "origins_changed": {
      // A line that is only a URL would become a link.
      const sites = origins
        .split(" ")
        .filter(Boolean)
        .map((site) => `- ${site}`);
      return write(item, news[action](link("#sites"), date, sites.join("\n")));
    }
    case "recovery_code_used":
    case "signed_in_elsewhere": {
      const from = [address, browser].filter(Boolean).join(", ");
      return write(item, news[action](link("security/"), date, from));
    }
    case "payment_credited":
      return write(item, news[action](link(""), date, amount));
    case "payment_seen":
    case "payment_in_review":
    case "payment_dismissed":
      return write(item, news[action](link("payments/"), date, hash));
    case "balance_credited":
    case "balance_refunded":
    case "payment_withdrawn":
      return write(item, news[action](link("payments/"), date, amount));
  }
}

function write({ email, lang }: Reader, { subject, text }: EmailWords): Mail {
  return { to: email, lang, subject: `Tableside: ${subject}`, text: `${text}\n` };
}

const STYLE = {
  page: "margin:0;padding:24px;background:#f4f5f7;color:#1b1f24;font:16px/1.5 system-ui,sans-serif",
  sheet: "max-width:560px;margin:0 auto;padding:24px;border-radius:8px;background:#ffffff",
  heading: "margin:0 0 16px;font-size:20px;line-height:1.3",
  paragraph: "margin:0 0 16px",
  link: "color:#0b5cad;overflow-wrap:anywhere",
};

/**
 * Converts the email's text to HTML: paragraphs, and a link for each line that is a URL. It contains no picture, no
 * script and nothing from other servers, so no one can track the reader.
 */
export function mailHtml({ subject, text, lang }: Omit<Mail, "to">): string {
  const heading = subject.replace(/^Tableside: /, "");
  const line = (each: string) => {
    const safe = escapeHtml(each);
    return /^https?:\/\/\S+$/.test(each)
      ? `<a href="${safe}" style="${STYLE.link}">${safe}</a>`
      : safe;
  };
  const paragraphs = text
    .trim()
    .split("\n\n")
    .map(
      (each) => `<p style="${STYLE.paragraph}">${each.split("\n").map(line).join("<br>\n")}</p>`,
    );
  return `<!doctype html>
<html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="${STYLE.page}"><div style="${STYLE.sheet}">
<h1 style="${STYLE.heading}">${escapeHtml(heading)}</h1>
${paragraphs.join("\n")}
</div></body></html>
`;
}
