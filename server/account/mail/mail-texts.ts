import { instantsIn } from "../../../src/account/instants.ts";
import type { LetterWords } from "../../../src/i18n/account-words.ts";
import { accountWords } from "../../../src/i18n/account.ts";
import type { Letter } from "../auth/better-auth.ts";
import type { Mail } from "./mailer.ts";

const PATHS: Readonly<Record<Letter["kind"], string>> = {
  verify: "/account/verify/",
  reset: "/account/reset/",
  taken: "/account/sign-in/",
};
const DAY_MS = 86_400_000;

/**
 * A letter as a mail, in its reader's language.
 *
 * @param baseUrl where the links lead; never what a request claims to be sent to.
 */
export function mailOf({ kind, to, lang, token }: Letter, baseUrl: string): Mail {
  const query = token === "" ? "" : `?${new URLSearchParams({ token })}`;
  return write(to, accountWords(lang).letters[kind](`${baseUrl}${PATHS[kind]}${query}`));
}

/** What a reminder is about. */
export interface Reminder {
  readonly email: string;
  readonly lang: string;
  readonly endsAtMs: number;
}

/** The mail about the end of a subscription, with its date and the days that are left. */
export function reminderMail(
  { email, lang, endsAtMs }: Reminder,
  { baseUrl, timeZone }: { readonly baseUrl: string; readonly timeZone: string },
  nowMs: number,
): Mail {
  const { ends, ended } = accountWords(lang).letters;
  const link = `${baseUrl}/account/plans/`;
  const date = instantsIn(lang, timeZone).time(endsAtMs);
  const days = Math.ceil((endsAtMs - nowMs) / DAY_MS);
  return write(email, days > 0 ? ends(link, date, days) : ended(link, date));
}

function write(to: string, { subject, text }: LetterWords): Mail {
  return { to, subject: `Tableside: ${subject}`, text: `${text}\n` };
}
