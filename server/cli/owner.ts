import { parseArgs } from "node:util";
import { createMailer } from "../account/mail/mailer.ts";
import { readConfig } from "../config/config.ts";
import type { Environment } from "../config/settings.ts";
import { addOwner, listOwners, removeOwner } from "../owner/owners.ts";
import { StartError } from "../runtime/start-error.ts";
import { serialized } from "../store/serialized.ts";
import { withCliStore } from "./cli-store.ts";
import { notACommand, runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { alignedTable, instantText } from "./terminal.ts";

const USAGE = `Usage: npm run -s owner -- COMMAND

  add EMAIL         prints a link that makes an account an owner; it works once, within a day. The
                    account must have sign-in codes, which are switched on under “Security”
  remove EMAIL      removes the owner immediately
  list              lists the accounts that can open the back office or have a link
  test-mail EMAIL   sends an email, and prints whether the mail server accepted it`;

export const ownerCommand: Command = { usage: USAGE, run };

async function run([command, ...args]: string[], io: CommandIo): Promise<void> {
  const { env, stdout } = io;
  const nowMs = (io.now ?? Date.now)();
  switch (command) {
    case "add": {
      const email = emailIn(args);
      const { ownerPort } = readConfig(env);
      const token = await withCliStore(env, (store) => addOwner(store, email, nowMs));
      const path = `/owner/enrol/?token=${token}`;
      stdout.write(
        ownerPort === null
          ? `In this link, replace OWNER_PORT with the service's. If it has none, set it and restart the service. The link works once, within a day:\nhttp://localhost:OWNER_PORT${path}\n`
          : `This link works once, within a day. Open it on this machine, or through a tunnel to its port:\nhttp://localhost:${ownerPort}${path}\n`,
      );
      return;
    }
    case "remove": {
      const email = emailIn(args);
      await withCliStore(env, (store) =>
        serialized(store, (transaction) => removeOwner(transaction, email, nowMs)),
      );
      stdout.write(`${email} can no longer open the back office.\n`);
      return;
    }
    case "list": {
      parseArgs({ args });
      const owners = (await withCliStore(env, listOwners)).map((owner) => [
        owner.email,
        instantText(owner.sinceMs),
        owner.linkEndsAtMs === null ? "" : `link until ${instantText(owner.linkEndsAtMs)}`,
      ]);
      stdout.write(owners.length === 0 ? "There are no owners.\n" : alignedTable(owners));
      return;
    }
    case "test-mail": {
      const email = emailIn(args);
      await sendTestMail(env, email);
      stdout.write(`The mail server accepted an email to ${email}. Check that it arrives.\n`);
      return;
    }
    default:
      throw notACommand(command, ["add", "remove", "list", "test-mail"]);
  }
}

async function sendTestMail(env: Environment, to: string): Promise<void> {
  const { dataDir, portal } = readConfig(env);
  if (portal.mail === null) {
    throw new StartError("Set SMTP_URL, MAIL_FROM and BASE_URL. Without them, no mail is sent.");
  }
  const text = "This email was sent by the command “owner test-mail”.";
  try {
    await createMailer({ mail: portal.mail, dataDir, now: Date.now })({
      to,
      subject: "Test",
      text,
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message} Check SMTP_URL and MAIL_FROM.`);
  }
}

function emailIn(args: string[]): string {
  const [email, ...others] = parseArgs({ args, allowPositionals: true }).positionals;
  if (email === undefined || others.length > 0) {
    throw new UsageError("Specify one email address.");
  }
  return email;
}

if (import.meta.main) {
  await runProgram(ownerCommand);
}
