/*
 * Runs simulated worlds: `npm run simulate -- --seed N --hours H`. Prints a line for each, and what was broken with
 * the command that shows it again, which ends the run.
 *
 * `--seeds` is how many seeds are tried from that one on, and `--seconds` how long at most. `--trace` prints
 * all that happens, `--figures` how long it took, and `--mutant` puts a fault of `mutants.ts` back.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { enableCompileCache } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { memoryFolder } from "../support/memory-folder.ts";
import { installDisk } from "./disk.ts";
import { installEffects } from "./effects.ts";
import { loadService } from "./loader.ts";
import { mutantOf } from "./mutants.ts";
import type { Outcome } from "./outcome.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    hours: { type: "string", default: "2" },
    seeds: { type: "string", default: "1" },
    seconds: { type: "string", default: "Infinity" },
    mutant: { type: "string" },
    trace: { type: "boolean", default: false },
    figures: { type: "boolean", default: false },
  },
});
const [firstSeed, hours, seeds, seconds] = [
  values.seed,
  values.hours,
  values.seeds,
  values.seconds,
].map(Number) as [number, number, number, number];
const mutant = values.mutant === undefined ? null : mutantOf(values.mutant);

// A simulated disk need not wait for a real one.
Object.assign(process.env, memoryFolder());
// To strip the types of all modules takes longer than a minute of a world.
enableCompileCache();
// What the service imports must find all this in place, so it is imported after it.
loadService(mutant);
installEffects();
installDisk();
const { readAssets } = await import("../../server/pages/assets.ts");
const { readPages } = await import("../../server/pages/pages.ts");
const { fakeDist } = await import("../support/dist.ts");
const { simulate } = await import("./run.ts");

/** How much of a trace is shown where something was broken. */
const SHOWN = 30;

const print = (text: string) => process.stdout.write(`${text}\n`);
const dist = await mkdtemp(join(tmpdir(), "tableside-dist-"));
await fakeDist(dist);
const build = { pages: await readPages(dist), assets: await readAssets(dist) };
const untilMs = performance.now() + seconds * 1_000;
let isSound = true;
let livedMs = 0;
for (let seed = firstSeed; isSound && seed < firstSeed + seeds; seed++) {
  if (performance.now() > untilMs) {
    break;
  }
  const outcome = await simulate({ seed, hours, ...build, ...(values.trace && { onLine: print }) });
  isSound = outcome.broken === null;
  livedMs += outcome.livedMs;
  print(`seed ${seed}: ${outcome.traceHash} after ${outcome.entries} entries`);
  if (!isSound) {
    report(seed, outcome);
  }
}
if (values.figures) {
  const { user, system } = process.cpuUsage();
  const hours = (livedMs / 3_600_000).toFixed(3);
  print(`${hours} hours lived through in ${((user + system) / 1_000_000).toFixed(1)} s of CPU`);
}
await rm(dist, { recursive: true });
// Something of the worlds may wait for ever.
process.exit(isSound ? 0 : 1);

function report(seed: number, { broken, tail }: Outcome): void {
  const again = [
    "--seed",
    seed,
    "--hours",
    hours,
    ...(mutant === null ? [] : ["--mutant", mutant.name]),
  ];
  if (!values.trace) {
    print(tail.slice(-SHOWN).join("\n"));
  }
  print(`\nBroken: ${broken}\nAgain: npm run simulate -- ${again.join(" ")}`);
}
