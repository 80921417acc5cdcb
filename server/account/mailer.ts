import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.ts";

/** A mail of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails. */
export interface Mailer {
  /** Whether mails reach the people they are for. */
  readonly reachesPeople: boolean;
  /** @throws what went wrong, when the mail was not handed in. */
  send(mail: Mail): Promise<void>;
}

/** Where mails go. */
export interface MailerOptions {
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  readonly dataDir: string;
}

const OUTBOX = "outbox.txt";

/**
 * Mails over SMTP; without it, into the file `outbox.txt` of the data folder, mode 0600, for whoever
 * runs the service: they hold links that open accounts, and so never belong in the log.
 */
export async function createMailer({ mail, dataDir }: MailerOptions): Promise<Mailer> {
  if (mail === null) {
    const file = join(dataDir, OUTBOX);
    return {
      reachesPeople: false,
      send: ({ to, subject, text }) =>
        appendFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n\n---\n`, { mode: 0o600 }),
    };
  }
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(mail.smtpUrl, {
    from: mail.from,
    // A mail is text of our own and addresses that were checked: it needs no file and no address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    reachesPeople: true,
    async send(message) {
      await transport.sendMail(message);
    },
  };
}

/** Sends a mail while the answer goes out, so that it takes as long whether there is one or not. */
export function sendAside(mailer: Mailer, mail: Mail, log: Log): void {
  mailer.send(mail).catch((error: unknown) => {
    log("mail not sent", { cause: String(error) });
  });
}
