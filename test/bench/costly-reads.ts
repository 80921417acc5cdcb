/*
 * What a flood of costly reads costs everybody else: `node test/bench/costly-reads.ts [--windows 15]`.
 *
 * Prints how much longer a poll of `current` takes (p50 and p99) while somebody asks for 63 pages of 500
 * old rounds a second, never the same, each from an address of its own: windows of two seconds with and
 * without, taken in turns, so that the ratio holds on a machine that does other things as well.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { quantileOf } from "./support/figures.ts";

const { values } = parseArgs({ options: { windows: { type: "string", default: "15" } } });

const WINDOW_MS = 2_000;
const POLL_EVERY_MS = 5;
const PAGES_A_SECOND = 63;
const agent = new Agent({ keepAlive: true });

const dataDir = await mkdtemp(join(tmpdir(), "tableside-bench-"));
const server = spawn(process.execPath, ["server/main.ts"], {
  cwd: fileURLToPath(new URL("../..", import.meta.url)),
  env: { PATH: process.env["PATH"], PORT: "0", DATA_DIR: dataDir, TRUST_PROXY: "loopback" },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const address = await listening();
  const workerData = { address, everyMs: 1_000 / PAGES_A_SECOND };
  const attack = new Worker(new URL("support/history-attack.ts", import.meta.url), { workerData });
  const quiet: number[] = [];
  const attacked: number[] = [];
  // The first pair, in which everything is compiled, does not count.
  for (let window = -1; window < Number(values.windows); window++) {
    const before = await poll(address);
    attack.postMessage(true);
    const during = await poll(address);
    attack.postMessage(false);
    if (window >= 0) {
      quiet.push(...before);
      attacked.push(...during);
    }
  }
  await attack.terminate();
  for (const share of [0.5, 0.99]) {
    const [without, under] = [quantileOf(quiet, share), quantileOf(attacked, share)];
    const ratio = (under / without).toFixed(2);
    console.log(
      `current, p${share * 100}: ${without.toFixed(1)} ms, under ${PAGES_A_SECOND} pages a second ${under.toFixed(1)} ms: ${ratio}x`,
    );
  }
} finally {
  server.kill();
  await once(server, "exit");
  await rm(dataDir, { recursive: true, force: true });
}

async function listening(): Promise<string> {
  for await (const line of createInterface({ input: server.stdout })) {
    const [, found] = /"listening".*"address":"([^"]+)"/.exec(line) ?? [];
    if (found !== undefined) {
      server.stdout.resume();
      return found;
    }
  }
  throw new Error("The server ended.");
}

/** The latencies of `current` for a while, ms. */
async function poll(address: string): Promise<number[]> {
  const times: number[] = [];
  const endMs = performance.now() + WINDOW_MS;
  while (performance.now() < endMs) {
    const startMs = performance.now();
    await new Promise<void>((resolve, reject) => {
      const asked = get(`${address}/embed/baccarat/api/current`, { agent }, (response) => {
        response.resume().on("end", resolve);
      });
      asked.on("error", reject);
    });
    times.push(performance.now() - startMs);
    await pause(POLL_EVERY_MS);
  }
  return times;
}
