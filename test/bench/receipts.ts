/*
 * What receipts cost: `node test/bench/receipts.ts [--requests 20000] [--runs 9]`.
 *
 * Two services that differ in the version of their days alone: those of `tbs/1` have no receipts. Prints the CPU time
 * of each request for `current` with both, asked in turns, and their ratio; and the CPU time of the receipts of one
 * round, by services whose clocks run so fast that a second has three rounds. Ratios can be compared between machines.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { askInTurns } from "./support/ask-in-turns.ts";
import type { Asked } from "./support/ask-in-turns.ts";
import { spreadOf, written } from "./support/figures.ts";
import { startServerChild } from "./support/server-child.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "20000" },
    runs: { type: "string", default: "9" },
  },
});
const requests = Number(values.requests);
/** A round of the half-minute games takes as long as two looks at what is to be signed. */
const FAST = 30;
const FAST_MS = 6_000;
/** Of two games of half a minute and one of a minute. */
const ROUNDS_A_MINUTE = 5;

const start = (version: string, speed = 1) =>
  startServerChild<Asked>("receipt-server.ts", [version, String(speed)]);

const pair = { with: await start("tbs/2"), without: await start("tbs/1") };
const ratios: number[] = [];
const costs = { with: [] as number[], without: [] as number[] };
// The first two turns, which compile everything, do not count.
for (let run = -2; run < Number(values.runs); run++) {
  const order = run % 2 === 0 ? (["with", "without"] as const) : (["without", "with"] as const);
  const us = { with: 0, without: 0 };
  for (const kind of order) {
    const before = await pair[kind].cpuMs();
    await askInTurns(pair[kind].ready, requests);
    us[kind] = (((await pair[kind].cpuMs()) - before) * 1_000) / requests;
  }
  if (run >= 0) {
    costs.with.push(us.with);
    costs.without.push(us.without);
    ratios.push(us.with / us.without);
  }
}
await Promise.all([pair.with.stop(), pair.without.stop()]);

const fast = { with: await start("tbs/2", FAST), without: await start("tbs/1", FAST) };
await pause(FAST_MS);
const began = { with: await fast.with.cpuMs(), without: await fast.without.cpuMs() };
await pause(FAST_MS);
const more =
  (await fast.with.cpuMs()) - began.with - ((await fast.without.cpuMs()) - began.without);
await Promise.all([fast.with.stop(), fast.without.stop()]);
const rounds = (ROUNDS_A_MINUTE * FAST * FAST_MS) / 60_000;

console.table({
  "`current` with receipts, µs of CPU": written(spreadOf(costs.with), 1),
  without: written(spreadOf(costs.without), 1),
  ratio: written(spreadOf(ratios), 3),
  "receipts of a round, ms of CPU": (more / rounds).toFixed(2),
});
