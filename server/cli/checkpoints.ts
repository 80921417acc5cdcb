import { parseArgs } from "node:util";
import { dateOfDay, dayAt, dayOfDate } from "../../src/fairness/utc-day.ts";
import { formatDailyLine } from "../../src/tlog/daily-line.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { sha256 } from "../fairness/node-crypto.ts";
import { StartError } from "../runtime/start-error.ts";
import { readEntries } from "../tlog/log-entries.ts";
import { storedOrigin } from "../tlog/origin.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";

const USAGE = `Usage: npm run -s checkpoints -- export [--from YYYY-MM-DD]

  Writes the head of the log of published days, one line for each UTC day on which it grew: the day, the
  name of the log, its size and its root. Publish them where others keep them and know since when: in a
  public git repository, a chat, a newspaper. \`verify --line\` takes such a line as evidence.

  It reads the data of DATA_DIR or DATABASE_URL. The same day always gives the same line.

  --from  only the lines from this UTC day on`;

export const checkpointsCommand: Command = { usage: USAGE, run };

async function run(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { from: { type: "string" } },
  });
  const fromDay = values.from === undefined ? 0 : dayOfDate(values.from);
  if (positionals.join(" ") !== "export" || fromDay === null) {
    throw new UsageError("Say export, and with --from a UTC day such as 2026-07-01.");
  }
  await withCliStore(env, async (store) => {
    const origin = await storedOrigin(store);
    const entries = await readEntries(store, 0);
    if (origin === undefined || entries.length === 0) {
      throw new StartError("Nothing is published yet. Start the service once.");
    }
    const tree = new LogTree([], sha256);
    for (const [index, { leaf, publishedAtMs }] of entries.entries()) {
      tree.append(leaf);
      const day = dayAt(publishedAtMs);
      const next = entries[index + 1];
      const isLast = next === undefined || dayAt(next.publishedAtMs) !== day;
      if (isLast && day >= fromDay) {
        const head = { size: tree.size, root: tree.root() };
        stdout.write(`${formatDailyLine({ date: dateOfDay(day), origin, ...head })}\n`);
      }
    }
  });
}

if (import.meta.main) {
  await runProgram(checkpointsCommand);
}
