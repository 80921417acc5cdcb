/*
 * What a flood of costly reads costs everybody else: `node test/bench/costly-reads.ts [--windows 15]`.
 *
 * Prints how much longer a poll of `current` takes (p50 and p99) while somebody asks for 63 pages of 500
 * old rounds a second, never the same, each from an address of its own: windows of two seconds with and
 * without, taken in turns, so that the ratio holds on a machine that does other things as well.
 */
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { quantileOf } from "./support/figures.ts";
import { startMainServer } from "./support/main-server.ts";
import { lostOf, pollCurrent } from "./support/poll-current.ts";

const { values } = parseArgs({ options: { windows: { type: "string", default: "15" } } });

const WINDOW_MS = 2_000;
const PAGES_A_SECOND = 63;

const server = await startMainServer({ TRUST_PROXY: "loopback" });
try {
  const { address } = server;
  const workerData = { address, everyMs: 1_000 / PAGES_A_SECOND };
  const attack = new Worker(new URL("support/history-attack.ts", import.meta.url), { workerData });
  const quiet: number[] = [];
  const attacked: number[] = [];
  // The first pair, in which everything is compiled, does not count.
  for (let window = -1; window < Number(values.windows); window++) {
    const before = await pollCurrent(address, WINDOW_MS);
    attack.postMessage(true);
    const during = await pollCurrent(address, WINDOW_MS);
    attack.postMessage(false);
    if (window >= 0) {
      quiet.push(...before);
      attacked.push(...during);
    }
  }
  await attack.terminate();
  const lost = lostOf([...quiet, ...attacked]);
  if (lost > 0) {
    console.log(`Broken: ${lost} polls of current were refused or lost.`);
    process.exitCode = 1;
  }
  for (const share of [0.5, 0.99]) {
    const [without, under] = [quantileOf(quiet, share), quantileOf(attacked, share)];
    const ratio = (under / without).toFixed(2);
    console.log(
      `current, p${share * 100}: ${without.toFixed(1)} ms, under ${PAGES_A_SECOND} pages a second ${under.toFixed(1)} ms: ${ratio}x`,
    );
  }
} finally {
  await server.stop();
}
