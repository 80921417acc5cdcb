import { parseArgs } from "node:util";
import { slugs } from "../../src/games/index.ts";
import { maintenanceStatus, setMaintenance } from "../access/maintenance.ts";
import { withCliStore } from "./cli-store.ts";
import { notACommand, runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { alignedTable, instantText } from "./terminal.ts";

const USAGE = `Usage: npm run -s maintenance -- on|off|status [GAME] [--create]

  on      returns 503 for a game's page, "current" and "stream"; its clock and results continue
  off     opens the game again
  status  shows each game

  Running servers pick up the change within a second. --create creates the database of a service
  that has never started.

  GAME is one of: ${slugs.join(", ")}, all (the default).`;

export const maintenanceCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { create: { type: "boolean", default: false } },
  });
  const [action, game = "all", ...others] = positionals;
  if (action !== "on" && action !== "off" && action !== "status") {
    throw notACommand(action, ["on", "off", "status"]);
  }
  if (others.length > 0) {
    throw new UsageError("Specify at most one game.");
  }
  const states = await withCliStore(
    io.env,
    async (store, nowMs) => {
      if (action !== "status") {
        await setMaintenance(store, game, action === "on", nowMs);
      }
      return maintenanceStatus(store, game);
    },
    values.create,
  );
  const rows = states.map(({ slug, sinceMs }) => [
    slug,
    sinceMs === undefined ? "up" : `down since ${instantText(sinceMs)}`,
  ]);
  io.stdout.write(alignedTable(rows));
}

if (import.meta.main) {
  await runProgram(maintenanceCommand);
}
