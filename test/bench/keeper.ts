/*
 * What it costs a player's machine to keep promises: `node test/bench/keeper.ts`.
 *
 * Prints the processor time of the keeper a round, and as a share of the round, in both modes. It runs the
 * worker's code in Node, whose engine is Chromium's, against answers that are there at once.
 */
import { houseClient } from "../../components/keeper/house-client.ts";
import { createKeeper } from "../../components/keeper/keeper.ts";
import { keeperMemory } from "../../components/keeper/memory.ts";
import { entryPath, headerPath, KEYS_PATH, recordPath } from "../../src/fairness/paths.ts";
import { baccarat as game } from "../../src/games/baccarat/game.ts";
import { roundStartMs } from "../../src/round/phases.ts";
import { signCheckpoint } from "../../src/tlog/checkpoint.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { tilePath } from "../../src/tlog/tiles.ts";
import { mapStorage } from "../support/map-storage.ts";
import { dayOfProofs, network } from "../support/test-proofs.ts";
import type { Proof } from "../support/test-proofs.ts";
import { HOUSE } from "../support/test-tlog.ts";

const SERVICE = "https://house.test";
const ROUNDS = 60;
const DAY = 20_700;

/** What a house answers that has promised these rounds, and played none. */
function answersOf(proofs: readonly Proof[]): Map<string, string | Uint8Array> {
  const [{ header }] = proofs as [Proof];
  const leaves = Array.from({ length: 200 }, (_, index) => new Uint8Array(32).fill(index));
  const head = { size: leaves.length, root: new LogTree(leaves).root() };
  const answers = new Map<string, string | Uint8Array>([
    [KEYS_PATH, JSON.stringify({ version: "tbs/1", keys: [header.key] })],
    ["/log/checkpoint", signCheckpoint(head, HOUSE.key, HOUSE.sign)],
    [`/log/${tilePath({ level: 0, index: 0, width: leaves.length })}`, Buffer.concat(leaves)],
  ]);
  for (const { record } of proofs) {
    const { round, outcome } = record;
    answers.set(headerPath(record), JSON.stringify(header));
    const entry = { round, daily_round: 1, date: header.date, ...Object(outcome) };
    answers.set(entryPath(game.slug, round), JSON.stringify([entry]));
  }
  return answers;
}

async function measure(signer: typeof network | null): Promise<void> {
  const proofs = dayOfProofs(game, DAY, signer, { every: 24 }).slice(0, ROUNDS + 1);
  const answers = answersOf(proofs);
  let nowMs = 0;
  const now = () => nowMs;
  const fetch = async (address: unknown) => {
    const body = answers.get(String(address).slice(SERVICE.length));
    return new Response((body ?? "") as BodyInit, { status: body === undefined ? 404 : 200 });
  };
  const memory = keeperMemory(SERVICE, mapStorage());
  const client = houseClient({ service: SERVICE, fetch, now });
  const chains = signer === null ? [] : [signer.chain];
  const inWords = ({ reason }: { reason: string }) => reason;
  const house = { ...client, memory, chains, inWords, timeOf: async () => ({}) };
  const keeper = createKeeper({ house, now });
  const spentMs: number[] = [];
  for (const [index, { record, open }] of proofs.entries()) {
    const before = proofs[index - 1]?.record;
    if (before !== undefined) {
      answers.set(recordPath(game.slug, before.round), JSON.stringify(before));
    }
    answers.set(recordPath(game.slug, record.round), JSON.stringify(open));
    nowMs = roundStartMs(record.round, game.intervalMs);
    const start = process.cpuUsage();
    await keeper.turn(game.slug, record.round);
    const { user, system } = process.cpuUsage(start);
    spentMs.push((user + system) / 1_000);
  }
  const { checked, faults } = keeper.state(game.slug);
  if (checked !== ROUNDS || faults.length > 0) {
    throw new Error(`It checked ${checked} rounds and found: ${faults.join(", ")}`);
  }
  const [first = 0, second = 0, ...later] = spentMs;
  const meanMs = later.reduce((sum, ms) => sum + ms, 0) / later.length;
  const share = ((100 * meanMs) / game.intervalMs).toFixed(2);
  console.log(
    `mode ${signer === null ? "seed" : "drand"}: the first two turns ${(first + second).toFixed(0)} ms, then ${meanMs.toFixed(1)} ms a round, ${share} % of a core`,
  );
}

await measure(null);
await measure(network);
