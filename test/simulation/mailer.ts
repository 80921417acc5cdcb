import { MailError } from "../../server/account/errors.ts";
import type { Mailer, MailerOptions } from "../../server/account/mail/mailer.ts";

/*
 * What hosts get for `server/account/mail/mailer.ts`: mails go to the mail server of the world, and from there to
 * nobody. It answers late, or not at all.
 */

/** How a mail that reached the mail server went. */
const ACCEPTED = 250;
const PATIENCE_MS = 40_000;

export async function createMailer(_options: MailerOptions): Promise<Mailer> {
  return {
    reachesPeople: true,
    fault: async () => null,
    async send(mail, id = "") {
      const answer = await fetch("http://mail.simulated/", {
        method: "POST",
        body: JSON.stringify({ id, mail }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch((error: unknown) => {
        throw new MailError(`The mail server did not answer (${String(error)}).`);
      });
      if (answer.status !== ACCEPTED) {
        throw new MailError(`The mail server did not take a mail (${answer.status}).`);
      }
    },
  };
}
