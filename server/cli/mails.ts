import { parseArgs } from "node:util";
import { normaliseEmail } from "../account/email-address.ts";
import { listMails } from "../account/mail/mail-states.ts";
import type { MailState } from "../account/mail/mail-states.ts";
import { testMail } from "../account/mail/mail-texts.ts";
import { createMailer } from "../account/mail/mailer.ts";
import { recipientOf } from "../account/mail/outbox.ts";
import { readConfig } from "../config/config.ts";
import { listCsv } from "../owner/list.ts";
import { mailList } from "../owner/lists.ts";
import { timeText } from "../store/stored-value.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { serviceVault } from "./service-vault.ts";
import { alignedTable } from "./text-table.ts";

const USAGE = `Usage: npm run -s mails -- <command>

  list [ADDRESS] [--json|--csv]
                  shows what became of the mails of the last two days, or of those to one address
  test ADDRESS    sends a mail there now, by SMTP_URL and MAIL_FROM`;

export const mailsCommand: Command = { usage: USAGE, run };

async function run([command, ...args]: string[], io: CommandIo): Promise<void> {
  switch (command) {
    case "list":
      return list(args, io);
    case "test":
      return sendTest(args, io);
    case undefined:
      throw new UsageError("Say what to do: list or test.");
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
  }
}

async function list(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const options = { json: { type: "boolean" }, csv: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (values.json === true && values.csv === true) {
    throw new UsageError("Say --json or --csv, not both.");
  }
  const address = positionals.length === 0 ? undefined : addressIn(positionals);
  const mails = await withCliStore(env, async (store) =>
    listMails(
      store,
      address === undefined ? undefined : recipientOf(await serviceVault(store, env), address),
    ),
  );
  if (values.csv === true) {
    stdout.write(listCsv(mailList(mails)));
    return;
  }
  stdout.write(values.json === true ? `${JSON.stringify(mails, null, 2)}\n` : textOf(mails));
}

async function sendTest(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const to = addressIn(positionals);
  const { dataDir, portal } = readConfig(env);
  const mailer = await createMailer({ mail: portal.mail, dataDir });
  await mailer.send(testMail(to));
  stdout.write(
    mailer.reachesPeople
      ? `The mail server took it. See whether it reaches ${to}.\n`
      : "SMTP_URL is not set, so it is in the file outbox.txt in DATA_DIR.\n",
  );
}

function addressIn(positionals: readonly string[]): string {
  const [text = "", ...others] = positionals;
  const address = normaliseEmail(text);
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || others.length > 0) {
    throw new UsageError("Name one e-mail address.");
  }
  return address;
}

function textOf(mails: readonly MailState[]): string {
  const head = ["WRITTEN (UTC)", "KIND", "STATE", "TRIES", "SENT OR NEXT TRY", "LAST FAULT"];
  const rows = mails.map(({ kind, state, atMs, tries, nextMs, fault }) => [
    secondOf(atMs),
    kind,
    state,
    String(tries),
    nextMs === null ? "-" : secondOf(nextMs),
    fault ?? "",
  ]);
  return rows.length === 0 ? "There were no mails.\n" : alignedTable([head, ...rows]);
}

function secondOf(ms: number): string {
  return timeText(ms, (iso) => iso.slice(0, 19).replace("T", " "));
}

if (import.meta.main) {
  await runProgram(mailsCommand);
}
