/*
 * How much of simulated time a service goes through without a broken promise: `node test/bench/simulate.ts
 * [--seeds 1000] [--hours 48] [--seed 1] [--seconds 600]`. Two processes share the seeds, and begin none after that
 * time: a thousand seeds of two days take some hours. Most hours of a seed are those in which all stand still; the
 * others are lived through, step by step, and counted apart. What is broken is printed at once, with the command
 * that shows it again, and the other seeds go on.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { runScript } from "../support/command.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    hours: { type: "string", default: "48" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "600" },
  },
});
const first = Number(values.seed);
const endSeed = first + Number(values.seeds);
const untilMs = performance.now() + Number(values.seconds) * 1_000;
/** Seeds that one process goes through: to load the service takes as long as a few minutes of it. */
const AT_A_TIME = 10;

let next = first;
let sound = 0;
let entries = 0;
let livedHours = 0;
let cpuS = 0;
const broken: number[] = [];

async function work(): Promise<void> {
  while (next < endSeed && performance.now() < untilMs) {
    const seed = next;
    next = Math.min(endSeed, next + AT_A_TIME);
    await goThrough(seed, next);
  }
}

/** Goes through seeds; after one that breaks something with those that follow it. */
async function goThrough(seed: number, end: number): Promise<void> {
  const seconds = (untilMs - performance.now()) / 1_000;
  const asked = { seed, seeds: end - seed, hours: values.hours, seconds };
  const options = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { stdout } = await runScript("test/simulation/main.ts", [...options, "--figures"]);
  const done = [...stdout.matchAll(/^seed (\d+): \w+ after (\d+) entries$/gm)];
  entries += done.reduce((sum, [, , count]) => sum + Number(count), 0);
  const figures = /^(\S+) hours lived through in (\S+) s of CPU$/m.exec(stdout);
  livedHours += Number(figures?.[1]);
  cpuS += Number(figures?.[2]);
  const failed = /^Broken: .*\nAgain: .*$/m.exec(stdout)?.[0];
  sound += done.length - (failed === undefined ? 0 : 1);
  if (failed !== undefined) {
    const failedSeed = Number(done.at(-1)?.[1]);
    broken.push(failedSeed);
    console.log(`${failed}\n`);
    if (failedSeed + 1 < end && performance.now() < untilMs) {
      await goThrough(failedSeed + 1, end);
    }
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
const seeds = sound + broken.length;
console.table({
  "seeds that fitted into the time": `${seeds} of ${values.seeds}`,
  "seeds without a broken promise": sound,
  "seeds with one": broken.length,
  "hours of each": Number(values.hours),
  "simulated hours a second of CPU": ((seeds * Number(values.hours)) / cpuS).toFixed(2),
  "of them lived through": (livedHours / cpuS).toFixed(3),
  "steps in all": entries,
});
process.exitCode = broken.length === 0 ? 0 : 1;
