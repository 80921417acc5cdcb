import { parseArgs } from "node:util";
import { readConfig } from "../config/config.ts";
import { peopleList } from "../owner/lists.ts";
import { invite, listUsers, remove } from "../owner/office/users.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { listText } from "./list-text.ts";
import { serviceVault } from "./service-vault.ts";

const USAGE = `Usage: npm run -s owner -- <command>

  add EMAIL         prints a link that lets somebody into the back office, once and for a day; for
                    somebody who had access it replaces password and authenticator
  remove EMAIL      takes that access away at once
  list [--json|--csv]
                    shows who may open the back office, and who is invited`;

export const ownerCommand: Command = { usage: USAGE, run };

async function run([command, ...args]: string[], io: CommandIo): Promise<void> {
  const { env, stdout } = io;
  const nowMs = (io.now ?? Date.now)();
  switch (command) {
    case "add": {
      const email = emailIn(args);
      const { owner } = readConfig(env);
      const token = await withCliStore(env, async (store) =>
        invite(store, await serviceVault(store, env), email, nowMs),
      );
      const path = `/owner/join/?token=${token}`;
      stdout.write(
        owner === null
          ? `Set OWNER_PORT and restart the service. Then this opens on that port, once, within a day:\n${path}\n`
          : `This opens once, within a day, where port ${owner.port} of ${owner.host} is reached:\n${owner.url}${path}\n`,
      );
      return;
    }
    case "remove": {
      const email = emailIn(args);
      await withCliStore(env, (store) => remove(store, email, nowMs));
      stdout.write(`${email} cannot open the back office any more.\n`);
      return;
    }
    case "list": {
      const options = { json: { type: "boolean" }, csv: { type: "boolean" } } as const;
      const { values } = parseArgs({ args, options });
      if (values.json === true && values.csv === true) {
        throw new UsageError("Say --json or --csv, not both.");
      }
      const people = await withCliStore(env, listUsers);
      stdout.write(listText(peopleList(people, nowMs), values));
      return;
    }
    default:
      throw new UsageError("Say what to do: add, remove or list.");
  }
}

function emailIn(args: string[]): string {
  const [email, ...others] = parseArgs({ args, allowPositionals: true }).positionals;
  if (email === undefined || others.length > 0) {
    throw new UsageError("Name one e-mail address.");
  }
  return email;
}

if (import.meta.main) {
  await runProgram(ownerCommand);
}
