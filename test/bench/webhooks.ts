/*
 * What webhooks cost everybody else: `node test/bench/webhooks.ts [--pairs 4]`.
 *
 * A server with 1,000 endpoints, of which 300 never answer. Windows of half a minute, a whole round of cards
 * each, with all endpoints on and with all off, in turns: what was missed while off is sent as well, so a
 * window with webhooks sends twice its share. Prints how long polls of `current` take, how late the messages
 * of 60 streams come, how many webhooks arrived, and the server's memory.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { issue } from "../../server/access/keys.ts";
import { createVault } from "../../server/access/vault.ts";
import { openStore } from "../../server/store/open-store.ts";
import { publishWebhookChange } from "../../server/store/revision.ts";
import { serialized } from "../../server/store/serialized.ts";
import { addEndpoint } from "../../server/webhooks/endpoints.ts";
import { games, slugs } from "../../src/games/index.ts";
import { ROUND_EVENTS } from "../../src/webhooks/payload.ts";
import { quantileOf } from "./support/figures.ts";

const { values } = parseArgs({ options: { pairs: { type: "string", default: "4" } } });

const WINDOW_MS = 30_000;
const POLL_EVERY_MS = 5;
const ENDPOINTS = 1_000;
const HANGING = 300;
const OF_A_KEY = 10;
const STREAMS = 60;
const DAY_MS = 86_400_000;
const KEY = "5a".repeat(32);
const agent = new Agent({ keepAlive: true });

/** What is measured in a window. */
interface Window {
  polls: number[];
  lateness: number[];
  taken: number;
  megabytes: number;
}

const dataDir = await mkdtemp(join(tmpdir(), "tableside-bench-"));
const receivers = new Worker(new URL("support/webhook-receivers.ts", import.meta.url));
const [port] = (await once(receivers, "message")) as [number];
const server = spawn(process.execPath, ["server/main.ts"], {
  cwd: fileURLToPath(new URL("../..", import.meta.url)),
  env: {
    PATH: process.env["PATH"],
    PORT: "0",
    DATA_DIR: dataDir,
    WEBHOOKS_PRIVATE: "on",
    KEY_ENCRYPTION_KEY: KEY,
  },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const address = await listening();
  const store = await openStore({ file: join(dataDir, "tableside.sqlite") });
  await addEndpoints();
  await switchAll(false);
  const lateness: number[] = [];
  const streams = new AbortController();
  for (let count = 0; count < STREAMS; count++) {
    void follow(address, streams.signal, lateness);
  }
  const [off, on]: [Window[], Window[]] = [[], []];
  // The first pair, in which everything is compiled, does not count.
  for (let pair = -1; pair < Number(values.pairs); pair++) {
    for (const isOn of [false, true]) {
      await switchAll(isOn);
      const window = await measure(address, lateness);
      if (pair >= 0) {
        (isOn ? on : off).push(window);
      }
    }
  }
  streams.abort();
  print(off, on);
  await store.close();

  async function addEndpoints(): Promise<void> {
    const vault = createVault(Buffer.from(KEY, "hex"));
    const nowMs = Date.now();
    for (let made = 0; made < ENDPOINTS; made += OF_A_KEY) {
      const order = { label: "bench", endsAtMs: nowMs + DAY_MS, origins: [] };
      const { id } = await issue(store, order, nowMs);
      await serialized(store, async (transaction) => {
        const { subscription_id: subscriptionId } = await transaction
          .selectFrom("api_key")
          .select("subscription_id")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        for (let of = 0; of < OF_A_KEY; of++) {
          const path = made + of < HANGING ? "hangs" : "taken";
          const url = `http://127.0.0.1:${port}/${path}`;
          const wanted = { subscriptionId, url, games: slugs, events: ROUND_EVENTS };
          await addEndpoint(transaction, vault, wanted, { nowMs, allowPrivate: true });
        }
      });
    }
  }

  async function switchAll(isOn: boolean): Promise<void> {
    const nowMs = Date.now();
    await serialized(store, async (transaction) => {
      await transaction
        .updateTable("webhook_endpoint")
        .set(isOn ? { off_at: null, resumed_at: nowMs } : { off_at: nowMs, off_reason: "failed" })
        .execute();
      await publishWebhookChange(transaction);
    });
  }
} finally {
  server.kill();
  await once(server, "exit");
  await receivers.terminate();
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

/** One window, from the start of the next round of cards to its end. */
async function measure(address: string, lateness: number[]): Promise<Window> {
  await pause(Math.max(1, WINDOW_MS - (Date.now() % WINDOW_MS) - 1_000));
  const before = await takenSoFar();
  lateness.length = 0;
  const polls: number[] = [];
  const endMs = performance.now() + WINDOW_MS;
  while (performance.now() < endMs) {
    const startMs = performance.now();
    await new Promise<void>((resolve, reject) => {
      const asked = get(`${address}/embed/baccarat/api/current`, { agent }, (response) => {
        response.resume().on("end", resolve);
      });
      asked.on("error", reject);
    });
    polls.push(performance.now() - startMs);
    await pause(POLL_EVERY_MS);
  }
  const taken = (await takenSoFar()) - before;
  return { polls, lateness: [...lateness], taken, megabytes: await memory() };
}

/** Notes how late each phase of a game is announced, ms. */
async function follow(address: string, signal: AbortSignal, lateness: number[]): Promise<void> {
  const [game] = games;
  try {
    const response = await fetch(`${address}/embed/${game?.slug}/api/stream`, { signal });
    for await (const chunk of response.body ?? []) {
      const text = Buffer.from(chunk as Uint8Array).toString();
      if (text.includes("event: state")) {
        const inRoundMs = Date.now() % WINDOW_MS;
        lateness.push(Math.min(...[0, 15_000, 24_000, 28_000].map((at) => late(inRoundMs, at))));
      }
    }
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}

function late(inRoundMs: number, atMs: number): number {
  return (inRoundMs - atMs + WINDOW_MS) % WINDOW_MS;
}

async function takenSoFar(): Promise<number> {
  receivers.postMessage("count");
  const [taken] = (await once(receivers, "message")) as [number];
  return taken;
}

/** The memory that the server occupies, MB. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_000;
}

function print(off: readonly Window[], on: readonly Window[]): void {
  for (const [name, of] of [
    ["current", (window: Window) => window.polls],
    ["streams", (window: Window) => window.lateness],
  ] as const) {
    for (const share of [0.5, 0.99]) {
      const [without, under] = [off, on].map((windows) => quantileOf(windows.flatMap(of), share));
      const ratio = ((under ?? 0) / (without ?? 1)).toFixed(2);
      console.log(
        `${name}, p${share * 100}: ${without?.toFixed(1)} ms, with webhooks ${under?.toFixed(1)} ms: ${ratio}x`,
      );
    }
  }
  const taken = on.map((window) => window.taken);
  console.log(`webhooks that arrived in each window: ${taken.join(", ")}`);
  const megabytes = (windows: readonly Window[]) =>
    windows.map((window) => window.megabytes.toFixed(0)).join(", ");
  console.log(`memory: ${megabytes(off)} MB, with webhooks ${megabytes(on)} MB`);
}
