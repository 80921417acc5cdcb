import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { keysCommand } from "../../server/cli/keys.ts";
import { alignedTable } from "../../server/cli/text-table.ts";
import { callCommand } from "../support/command.ts";
import { FILE_LOSSES } from "../support/file-losses.ts";
import { quantileOf } from "./support/figures.ts";
import { startMainServer } from "./support/main-server.ts";

/*
 * How long a service goes on believing in a database file that it has lost: deleted, replaced, cut off,
 * overwritten, or on a disk that became read-only. Measured from the loss until /healthz says "degraded",
 * and until `keys issue` hands out no more keys into a file that nobody will find. Needs a build, and root
 * for the disk.
 *
 *     node test/bench/lost-file.ts [--turns 5]
 */

const { values } = parseArgs({ options: { turns: { type: "string", default: "5" } } });
const GOAL_MS = 5_000;
/** Longer than anybody waits. */
const GIVE_UP_MS = 60_000;
const EVERY_MS = 50;
/** What a file looks like soon after its log moved is what it is held against. */
const SETTLED_MS = 2_000;

interface Noticed {
  readonly healthMs: number;
  readonly keysMs: number;
}

/** Asks until the answer is yes; gives how long that took. */
async function untilYes(ask: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await ask())) {
    if (performance.now() - start > GIVE_UP_MS) {
      return Infinity;
    }
    await pause(EVERY_MS);
  }
  return performance.now() - start;
}

async function turn(how: keyof typeof FILE_LOSSES): Promise<Noticed> {
  const server = await startMainServer({ DEMO: "off" });
  await pause(SETTLED_MS);
  const takeBack = await FILE_LOSSES[how](join(server.dataDir, "tableside.sqlite"));
  try {
    const [healthMs, keysMs] = await Promise.all([
      untilYes(async () => {
        const answer = await fetch(`${server.address}/healthz`);
        return ((await answer.json()) as { status: string }).status === "degraded";
      }),
      untilYes(async () => {
        const args = ["issue", "--label", "x", "--days", "3"];
        return (await callCommand(keysCommand, args, { DATA_DIR: server.dataDir })).code !== 0;
      }),
    ]);
    return { healthMs, keysMs };
  } finally {
    takeBack();
    await server.stop();
  }
}

const secondsOf = (times: readonly number[]) => {
  const [middle, longest] = [quantileOf(times, 0.5), Math.max(...times)];
  return `${(middle / 1_000).toFixed(1)} (${(longest / 1_000).toFixed(1)})`;
};

const rows: string[][] = [];
let longestMs = 0;
for (const how of Object.keys(FILE_LOSSES) as (keyof typeof FILE_LOSSES)[]) {
  const turns: Noticed[] = [];
  for (let number = 0; number < Number(values.turns); number++) {
    turns.push(await turn(how));
  }
  const [health, keys] = [
    turns.map(({ healthMs }) => healthMs),
    turns.map(({ keysMs }) => keysMs),
  ] as const;
  longestMs = Math.max(longestMs, ...health, ...keys);
  rows.push([how, secondsOf(health), secondsOf(keys)]);
}
console.log(
  alignedTable([
    ["a file that is", "/healthz degraded: s (longest)", "keys refused: s (longest)"],
    ...rows,
  ]),
);
console.log(`Longest ${(longestMs / 1_000).toFixed(1)} s; goal ${GOAL_MS / 1_000} s.`);
if (longestMs > GOAL_MS) {
  process.exitCode = 1;
}
