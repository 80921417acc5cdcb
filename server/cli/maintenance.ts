import { parseArgs } from "node:util";
import { slugs } from "../../src/games/index.ts";
import { isInstant } from "../access/end-date.ts";
import { maintenanceStatus, setMaintenance } from "../access/maintenance.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { confirmChange } from "./confirm.ts";
import { instantOf, listText } from "./list-text.ts";
import { alignedTable } from "./text-table.ts";

const USAGE = `Usage: npm run -s maintenance -- on|off|status [game]

  on      answers 503 for the page and the present state of a game; its clock and results go on
  off     opens it again
  status  shows each game, with --json or --csv for programs and spreadsheets

  With --create it makes the database of a service that never started yet.

  The game is ${slugs.join(", ")} or all, which is what is meant when none is named.`;

export const maintenanceCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      create: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      csv: { type: "boolean", default: false },
    },
  });
  const [action, game = "all", ...others] = positionals;
  if ((action !== "on" && action !== "off" && action !== "status") || others.length > 0) {
    throw new UsageError("Say what to do: on, off or status, and for which game.");
  }
  if ((values.json || values.csv) && (action !== "status" || (values.json && values.csv))) {
    throw new UsageError("--json or --csv is for the status, and one of them.");
  }
  return withCliStore(
    io.env,
    async (store, nowMs) => {
      const show = async () => {
        const states = await maintenanceStatus(store, game);
        const rows = states.map(({ slug, sinceMs }) => [
          slug,
          sinceMs === undefined ? "up" : since(sinceMs),
        ]);
        io.stdout.write(alignedTable(rows));
      };
      if (action === "status" && (values.json || values.csv)) {
        const rows = (await maintenanceStatus(store, game)).map(({ slug, sinceMs }) =>
          sinceMs === undefined
            ? [slug, "open", null]
            : [slug, "in maintenance", instantOf(sinceMs)],
        );
        const list = { columns: ["game", "state", "since"], rows, none: "There are none." };
        io.stdout.write(listText(list, values));
        return 0;
      }
      if (action === "status") {
        await show();
        return 0;
      }
      return confirmChange(store, io, async () => {
        await setMaintenance(store, game, action === "on", nowMs);
        await show();
      });
    },
    values.create,
  );
}

/** A damaged row may hold something that is not a time. */
function since(ms: number): string {
  return isInstant(ms) ? `down since ${new Date(ms).toISOString().slice(0, 19)}Z` : "down";
}

if (import.meta.main) {
  await runProgram(maintenanceCommand);
}
