import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { isLoopback } from "../../config/loopback.ts";
import { errorCode } from "../../runtime/error-code.ts";
import { openDataFolder } from "../../store/data-folder.ts";

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
  /**
   * @param id names the mail to whoever may get it twice.
   * @throws MailError when the mail was not handed in.
   */
  send(mail: Mail, id?: string): Promise<void>;
}

/** A mail was not handed in. Names nobody, since it goes to the log: servers like to quote addresses. */
export class MailError extends Error {
  override readonly name = "MailError";
}

/** Where mails go. */
export interface MailerOptions {
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** Made with the first mail, where there is none. */
  readonly dataDir: string;
}

const OUTBOX = "outbox.txt";

/**
 * Mails over SMTP; without it, into the file `outbox.txt` of the data folder, mode 0600, for whoever
 * runs the service: they hold links that open accounts, and so never belong in the log.
 */
export async function createMailer({ mail, dataDir }: MailerOptions): Promise<Mailer> {
  return mail === null ? outboxMailer(dataDir) : smtpMailer(mail);
}

function outboxMailer(dataDir: string): Mailer {
  return {
    reachesPeople: false,
    async send({ to, subject, text }) {
      try {
        const { path } = await openDataFolder(dataDir);
        const entry = `To: ${to}\nSubject: ${subject}\n\n${text}\n\n---\n`;
        await appendFile(join(path, OUTBOX), entry, { mode: 0o600 });
      } catch (error) {
        throw new MailError(`The file ${OUTBOX} cannot be written (${errorCode(error)}).`);
      }
    },
  };
}

/** A server that hangs holds up other mails, and the lease of this one. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

async function smtpMailer({ smtpUrl, from }: NonNullable<MailerOptions["mail"]>): Promise<Mailer> {
  const { createTransport } = await import("nodemailer");
  const { hostname } = new URL(smtpUrl);
  const transport = createTransport(
    {
      url: smtpUrl,
      ...TIMEOUTS,
      // Links that open accounts do not go over a network in the clear; who wants that says so in the
      // address, which comes before what is set here.
      requireTLS: smtpUrl.startsWith("smtp:") && !isLoopback(hostname),
    },
    {
      from,
      // A mail is text of our own and addresses that were checked: it needs no file and no address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  );
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return {
    reachesPeople: true,
    async send(mail, id) {
      try {
        await transport.sendMail({ ...mail, ...(id && { messageId: `<${id}@${domain}>` }) });
      } catch (error) {
        throw new MailError(`The mail server did not take a mail (${answerOf(error)}).`);
      }
    },
  };
}

/** What went wrong, such as `ECONNREFUSED` or `EENVELOPE 550`. */
function answerOf(error: unknown): string {
  const { originalCode, code, responseCode } = error as Record<string, unknown>;
  return [originalCode ?? code, responseCode].filter(Boolean).join(" ");
}
