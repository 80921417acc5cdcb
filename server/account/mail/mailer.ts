import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { isLoopback } from "../../config/loopback.ts";
import { errorCode } from "../../runtime/error-code.ts";
import { openDataFolder } from "../../store/data-folder.ts";
import type { Mail } from "./email-texts.ts";

/**
 * Sends an email. Throws if the mail server does not accept it.
 *
 * @param id becomes the message id, which lets an email client recognise a duplicate.
 */
export type SendMail = (mail: Mail, id?: string) => Promise<void>;

const OUTBOX = "outbox.txt";
/** Limits for an unresponsive server, ms. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** The limit for one email, ms. An email that hangs delays others, and must not outlast its lease. */
const PATIENCE_MS = 90_000;

/**
 * Sends emails over SMTP. Without SMTP it appends them to the `outbox.txt` file in the data folder, for
 * the person who runs the service. The file has mode 0600, and emails are never logged, because they contain
 * links that open accounts.
 */
export function createMailer({
  mail: smtp,
  dataDir,
  now,
  patienceMs = PATIENCE_MS,
}: {
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** The data folder, created with the first email if it does not exist. */
  readonly dataDir: string;
  readonly now: () => number;
  readonly patienceMs?: number;
}): SendMail {
  if (smtp === null) {
    return async ({ to, subject, text }) => {
      try {
        const { path } = await openDataFolder(dataDir);
        const date = new Date(now()).toISOString();
        const entry = `Date: ${date}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n\n---\n`;
        await appendFile(join(path, OUTBOX), entry, { mode: 0o600 });
      } catch (error) {
        throw new Error(`The file ${OUTBOX} cannot be written (${errorCode(error)}).`);
      }
    };
  }
  const { smtpUrl, from } = smtp;
  const { hostname } = new URL(smtpUrl);
  const transport = createTransport(
    {
      url: smtpUrl,
      ...TIMEOUTS,
      // Links that open accounts must not cross a network unencrypted. SMTP_URL can still allow it: its parameters
      // override these options.
      requireTLS: smtpUrl.startsWith("smtp:") && !isLoopback(hostname),
    },
    {
      from,
      // Our emails have no attachments, so they never need to read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  );
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return async ({ to, subject, text }, id) => {
    const messageId = id && { messageId: `<${id}@${domain}>` };
    try {
      const signal = AbortSignal.timeout(patienceMs);
      await transport.sendMail({ to, subject, text, signal, ...messageId });
    } catch (error) {
      // Only the codes, such as `ECONNREFUSED` or `EENVELOPE 550`.
      const { originalCode, code, responseCode } = error as Record<string, unknown>;
      const codes = [originalCode ?? code, responseCode].filter(Boolean).join(" ");
      const what = responseCode === undefined ? "cannot be reached" : "did not accept an email";
      throw new Error(`The mail server ${what} (${codes}).`);
    }
  };
}
