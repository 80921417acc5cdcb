import { accountWords } from "../../src/i18n/account/index.ts";
import type { AccountWords } from "../../src/i18n/account/words.ts";
import type { Letter } from "./auth.ts";
import type { Mail } from "./mailer.ts";

const PATHS: Readonly<Record<Letter["kind"], string>> = {
  verify: "/account/verify/",
  reset: "/account/reset/",
  taken: "/account/sign-in/",
};

/**
 * A letter as a mail, in its reader's language.
 *
 * @param baseUrl where the links lead; never what a request claims to be sent to.
 */
export function mailOf({ kind, to, lang, token }: Letter, baseUrl: string): Mail {
  const query = token === "" ? "" : `?${new URLSearchParams({ token })}`;
  return write(to, lang, kind, `${baseUrl}${PATHS[kind]}${query}`);
}

/** The mail about the end of a subscription. */
export function reminderMail(
  to: string,
  lang: string,
  daysBefore: 7 | 3 | 1 | 0,
  baseUrl: string,
): Mail {
  const name = daysBefore === 0 ? "ended" : (`ends${daysBefore}` as const);
  return write(to, lang, name, `${baseUrl}/account/plans/`);
}

function write(to: string, lang: string, name: keyof AccountWords["letters"], link: string): Mail {
  const { subject, text } = accountWords(lang).letters[name];
  return { to, subject: `Tableside: ${subject}`, text: `${text(link)}\n` };
}
