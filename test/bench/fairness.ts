/*
 * What proofs cost: `node test/bench/fairness.ts`.
 *
 * Prints how long it takes to commit to a day of each game, to check a round, and to check a beacon
 * alone; the first time, when nothing is compiled yet, and warm (median of runs taken in turns). The
 * sizes are those of the code that a page which checks rounds needs, bundled and minified.
 */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import type { Rolldown } from "vite";
import { isBeacon } from "../../src/fairness/beacon.ts";
import { commitDay } from "../../src/fairness/publish.ts";
import { verify } from "../../src/fairness/verify.ts";
import { games } from "../../src/games/index.ts";
import { deriveDaySecret, seedsOfDay } from "../../src/round/derive.ts";
import { VECTOR_SECRET } from "../support/dealt-rounds.ts";
import { network, proofOf } from "../support/test-proofs.ts";

const RUNS = 15;
const DAY = 20_700;
const ROUND = 600_000;

interface Task {
  readonly name: string;
  run(): unknown;
}

const proofs = games.map((game) => ({ game, proof: proofOf(game, ROUND, network) }));
const { record } = (proofs[0] as (typeof proofs)[0]).proof;
const beacon = {
  number: record.drandRound as number,
  signature: Buffer.from(record.beacon as string, "hex"),
};

const tasks: Task[] = [
  ...games.map((game) => ({
    name: `a day of ${game.slug} committed to`,
    run: () =>
      commitDay(game, DAY, seedsOfDay(deriveDaySecret(VECTOR_SECRET, game.code, DAY), game.code)),
  })),
  ...proofs.map(({ game, proof }) => ({
    name: `a round of ${game.slug} checked`,
    run: () => verify(proof),
  })),
  {
    name: "its beacon alone",
    run: () => isBeacon(network.chain, beacon.number, beacon.signature),
  },
];

const times = new Map<Task, number[]>(tasks.map((task) => [task, []]));
for (let run = 0; run <= RUNS; run++) {
  for (const [task, taken] of times) {
    const startMs = performance.now();
    task.run();
    taken.push(performance.now() - startMs);
  }
}

console.table(
  [...times].map(([{ name }, [first = 0, ...warm]]) => ({
    task: name,
    "first, ms": first.toFixed(1),
    "warm, ms": (warm.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] as number).toFixed(1),
  })),
);

/** Of modules with all they need, bundled and minified: their bytes after gzip. */
async function sizeOf(...modules: readonly string[]): Promise<number> {
  const entry = "virtual:all";
  const exports = modules.map((module) => {
    const path = fileURLToPath(new URL(module, import.meta.url));
    return `export * from ${JSON.stringify(path)};`;
  });
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [
      {
        name: "all",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? exports.join("\n") : null),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
      modulePreload: false,
    },
  });
  const [file] = (built as Rolldown.RolldownOutput).output;
  return gzipSync(file.code, { level: 9 }).length;
}

const ROUNDS_ALONE = ["../../src/games/index.ts", "../../src/round/derive.ts"];
const rounds = await sizeOf(...ROUNDS_ALONE);
const all = await sizeOf(...ROUNDS_ALONE, "../../src/fairness/verify.ts");
console.log(`code of a check: ${all} bytes after gzip, ${all - rounds} more than the rounds' own`);
