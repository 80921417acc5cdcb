/*
 * What a round costs: `node test/bench/derive.ts`.
 *
 * Prints the time from a day's secret to a dealt round, and its ratio to the bare MACs of such a
 * round, done in the same process by @noble/hashes and by node:crypto; and how much less it takes by the
 * hash that the server derives with. The ratios can be compared between machines; the times cannot. Median
 * of five runs, taken in turns.
 */
import { createHmac } from "node:crypto";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { sha256 as serverHash } from "../../server/fairness/node-crypto.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { deriveOutcomeKey, seedsOfDay } from "../../src/round/derive.ts";
import { randomFromKey } from "../../src/round/random.ts";
import type { Sha256 } from "../../src/round/sha256.ts";

const ROUNDS = 20_000;
const RUNS = 5;
const WORDS_A_MAC = 8;

const key = new Uint8Array(32).fill(7);
/** As long as the longest message of a round's MACs: the outcome's tag, code, mode and round. */
const message = new Uint8Array(24).fill(9);

interface Bench {
  name: string;
  run(): void;
  /** Of each run, µs a round. */
  times: number[];
}

function bench(name: string, once: (round: number) => unknown): Bench {
  const run = () => {
    for (let round = 1; round <= ROUNDS; round++) {
      once(round);
    }
  };
  return { name, run, times: [] };
}

/** The MACs of a round: its seed, its key and the blocks its draws are read from. */
function macsOf(game: Game): number {
  let draws = 0;
  const random = randomFromKey(key);
  game.deal({
    below(limit) {
      draws += 1;
      return random.below(limit);
    },
  });
  return 2 + Math.ceil(draws / WORDS_A_MAC);
}

function roundsOf(game: Game, hash?: Sha256): Bench {
  const seedOf = seedsOfDay(key, game.code, hash);
  return bench(game.slug, (round) =>
    game.deal(randomFromKey(deriveOutcomeKey(seedOf(round), game.code, round, null, hash), hash)),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const noble = bench("one HMAC, @noble/hashes", () => hmac(sha256, key, message));
const node = bench("one HMAC, node:crypto", () =>
  createHmac("sha256", key).update(message).digest());
const rounds = games.map((game) => ({
  macs: macsOf(game),
  bench: roundsOf(game),
  onServer: roundsOf(game, serverHash),
}));
const all = [noble, node, ...rounds.flatMap((round) => [round.bench, round.onServer])];

for (const { run } of all) {
  run();
}
for (let i = 0; i < RUNS; i++) {
  for (const { run, times } of all) {
    const start = performance.now();
    run();
    times.push(((performance.now() - start) * 1000) / ROUNDS);
  }
}

for (const { name, times } of [noble, node]) {
  console.log(`${name}: ${median(times).toFixed(2)} µs`);
}
console.table(
  rounds.map((round) => {
    const time = median(round.bench.times);
    const ratio = (mac: Bench) => (time / (round.macs * median(mac.times))).toFixed(2);
    return {
      game: round.bench.name,
      "µs a round": time.toFixed(2),
      MACs: round.macs,
      "x as many by noble": ratio(noble),
      "x as many by node": ratio(node),
      "on the server": `${(median(round.onServer.times) / time).toFixed(2)}x`,
    };
  }),
);
