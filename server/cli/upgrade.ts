import { parseArgs } from "node:util";
import { confirmUpgrade, undoUpgrade, upgradeStatus } from "../upgrade/upgrade.ts";
import type { UpgradeStatus } from "../upgrade/upgrade.ts";
import { withUntouchedStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { alignedTable } from "./text-table.ts";

const USAGE = `Usage: npm run -s upgrade -- <command>

  status [--json]  shows how far the database is on its way to this version, and which servers run on it
  confirm          removes what only earlier versions used: from here on they are refused
  undo             takes back what this version has added to the database, and all that was written
                   there; then the version before goes on with it

  Confirm when all servers are of this version, undo when none is any more: either is refused while
  others run. Both are done wholly or not at all.`;

export const upgradeCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: "boolean", default: false } },
  });
  const [action, ...others] = positionals;
  if (others.length > 0 || (values.json && action !== "status")) {
    throw new UsageError("Name one of status, confirm and undo; --json is for the status.");
  }
  const nowMs = (io.now ?? Date.now)();
  switch (action) {
    case "status": {
      const status = await withUntouchedStore(io.env, (store) => upgradeStatus(store, nowMs));
      io.stdout.write(values.json ? `${JSON.stringify(status, null, 2)}\n` : textOf(status));
      return;
    }
    case "confirm": {
      const confirmed = await withUntouchedStore(io.env, (store) => confirmUpgrade(store, nowMs));
      io.stdout.write(
        confirmed.length === 0
          ? "There is nothing to confirm.\n"
          : `Confirmed ${confirmed.join(", ")}. Earlier versions are refused from now on.\n`,
      );
      return;
    }
    case "undo": {
      const undone = await withUntouchedStore(io.env, (store) => undoUpgrade(store, nowMs));
      io.stdout.write(
        undone.length === 0
          ? "There is nothing to undo.\n"
          : `Took back ${undone.join(", ")}. The next start of this version adds it again.\n`,
      );
      return;
    }
    default:
      throw new UsageError("Say what to do: status, confirm or undo.");
  }
}

const WORDS: Readonly<Record<UpgradeStatus["state"], string>> = {
  none: "empty",
  older: "of an earlier version; the first server of this one upgrades it",
  same: "of this version",
  ahead: "of a newer version, which is not confirmed; this version runs on it too",
  newer: "of a newer version",
};

function textOf({ state, migrations, unconfirmed, servers }: UpgradeStatus): string {
  const [first, last] = [unconfirmed.at(0), unconfirmed.at(-1)];
  const open = first === last ? first : `${first} to ${last}`;
  const rows = [
    ["tables", `${migrations.done}: ${WORDS[state]}`],
    ["unconfirmed", open ?? "nothing"],
    ...servers.map(({ version, migration }) => [
      "server",
      `version ${version ?? "unknown, an earlier one"}, knows tables up to ${migration ?? "some earlier ones"}`,
    ]),
  ];
  return alignedTable(servers.length === 0 ? [...rows, ["server", "none runs"]] : rows);
}

if (import.meta.main) {
  await runProgram(upgradeCommand);
}
