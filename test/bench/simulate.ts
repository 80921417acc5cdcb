/*
 * How much of simulated time a service goes through without a broken promise: `node test/bench/simulate.ts
 * [--seeds 1000] [--hours 48] [--seed 1]`. Two processes share the seeds. A thousand seeds of two days take some hours;
 * what is broken is printed at once, with the command that shows it again, and the other seeds go on.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { runScript } from "../support/command.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    hours: { type: "string", default: "48" },
    seed: { type: "string", default: "1" },
  },
});
const first = Number(values.seed);
const endSeed = first + Number(values.seeds);
/** Seeds that one process goes through: to load the service takes as long as a few minutes of it. */
const AT_A_TIME = 10;

let next = first;
let sound = 0;
let entries = 0;
const broken: number[] = [];

async function work(): Promise<void> {
  while (next < endSeed) {
    const seed = next;
    next = Math.min(endSeed, next + AT_A_TIME);
    await goThrough(seed, next);
  }
}

/** Goes through seeds; after one that breaks something with those that follow it. */
async function goThrough(seed: number, end: number): Promise<void> {
  const seeds = ["--seed", String(seed), "--seeds", String(end - seed)];
  const { stdout } = await runScript("test/simulation/main.ts", [
    ...seeds,
    "--hours",
    values.hours,
  ]);
  const done = [...stdout.matchAll(/^seed (\d+): \w+ after (\d+) entries$/gm)];
  entries += done.reduce((sum, [, , count]) => sum + Number(count), 0);
  const failed = /^Broken: .*\nAgain: .*$/m.exec(stdout)?.[0];
  sound += done.length - (failed === undefined ? 0 : 1);
  if (failed !== undefined) {
    const failedSeed = Number(done.at(-1)?.[1]);
    broken.push(failedSeed);
    console.log(`${failed}\n`);
    if (failedSeed + 1 < end) {
      await goThrough(failedSeed + 1, end);
    }
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
console.table({
  "seeds without a broken promise": sound,
  "seeds with one": broken.length,
  "hours of each": Number(values.hours),
  "steps in all": entries,
});
process.exitCode = broken.length === 0 ? 0 : 1;
