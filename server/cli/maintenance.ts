import { parseArgs } from "node:util";
import { slugs } from "../../src/games/index.ts";
import { maintenanceStatus, setMaintenance } from "../access/maintenance.ts";
import { withCliStore } from "./cli-store.ts";
import { runCommand, UsageError } from "./command.ts";
import { alignedTable } from "./table.ts";

const USAGE = `Usage: npm run -s maintenance -- on|off|status [game]

  on      answers 503 for the page and the present state of a game; its clock and results go on
  off     opens it again
  status  shows each game

  The game is ${slugs.join(", ")} or all, which is what is meant when none is named.`;

await runCommand(USAGE, async (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [action, game = "all", ...others] = positionals;
  if ((action !== "on" && action !== "off" && action !== "status") || others.length > 0) {
    throw new UsageError("Say what to do: on, off or status, and for which game.");
  }
  const nowMs = Date.now();
  const states = await withCliStore(async (store) => {
    if (action !== "status") {
      await setMaintenance(store, game, action === "on", nowMs);
    }
    return maintenanceStatus(store, game);
  });
  const rows = states.map(({ slug, sinceMs }) => [
    slug,
    sinceMs === undefined ? "up" : `down since ${new Date(sinceMs).toISOString().slice(0, 19)}Z`,
  ]);
  process.stdout.write(alignedTable(rows));
});
