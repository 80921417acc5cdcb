/*
 * Whether the simulation finds faults that are put back into the service: `node test/bench/mutants.ts [--seconds 120]`.
 *
 * Each of `test/simulation/mutants.ts` whose first seed is known is looked for from that seed on, for that long at most;
 * two processes share them. Prints those that were not found, or were taken for another promise, and ends with 1 where
 * there is one.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { MUTANTS } from "../simulation/mutants.ts";
import { runScript } from "../support/command.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "120" } } });
/** As many as the test of them tries. */
const SEEDS = 40;
const HOURS = 0.1;

const known = MUTANTS.filter(({ seed }) => seed !== undefined);
const rest = known.values();
const missed: string[] = [];

async function work(): Promise<void> {
  for (const { name, breaks, seed } of rest) {
    const asked = { seed, seeds: SEEDS, hours: HOURS, seconds: values.seconds, mutant: name };
    const options = Object.entries(asked).flatMap(([key, value]) => [`--${key}`, String(value)]);
    const { stdout } = await runScript("test/simulation/main.ts", options);
    const broken = /^Broken: (.*)$/m.exec(stdout)?.[1];
    if (broken === undefined || !breaks.test(broken)) {
      missed.push(name);
      console.log(`not found: ${name}${broken === undefined ? "" : `, but: ${broken}`}`);
    }
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
console.log(
  `${known.length - missed.length} of ${known.length} faults found; of ${MUTANTS.length - known.length} more no seed is known`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
