/*
 * What webhooks cost everybody else: `node test/bench/webhooks.ts [--pairs 4] [--profile FOLDER]`.
 *
 * A server with 1,000 endpoints, of which 300 never answer. Windows of half a minute, a whole round of cards
 * each, with all endpoints off and with all on, in turns. Prints how long polls of `current` take, how late the
 * messages of 60 streams come, how many webhooks arrived, and the server's CPU time and memory: the medians of
 * all windows with the least and the most. Ratios are of the two windows of a pair, which ran within a minute,
 * so that they hold on a machine that does other things as well.
 *
 * The server has a core of its own, in both windows of a pair; this process, its polls and streams, and the
 * receivers have another one: in earnest they are other machines. So a difference is the server's own, its
 * sending thread counted. What other processes of the machine took meanwhile is printed as well.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { issue } from "../../server/access/keys.ts";
import { createVault } from "../../server/access/vault.ts";
import { openStore } from "../../server/store/open-store.ts";
import { publishWebhookChange } from "../../server/store/revision.ts";
import { serialized } from "../../server/store/serialized.ts";
import { addEndpoint } from "../../server/webhooks/endpoints.ts";
import { games, slugs } from "../../src/games/index.ts";
import { ROUND_EVENTS } from "../../src/webhooks/payload.ts";
import { machineCpuMs, processCpuMs, separateCores } from "./support/cores.ts";
import { quantileOf, spreadOf, written } from "./support/figures.ts";
import type { Spread } from "./support/figures.ts";
import { startMainServer } from "./support/main-server.ts";
import type { MainServer } from "./support/main-server.ts";
import { lostOf, pollCurrent } from "./support/poll-current.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "4" },
    profile: { type: "string" },
  },
});

const ROUND_MS = 30_000;
/** A window begins so long before a round of cards, and ends when the round has a second or two left. */
const LEAD_MS = 1_000;
const WINDOW_MS = 27_500;
const ENDPOINTS = 1_000;
const HANGING = 300;
const OF_A_KEY = 10;
const STREAMS = 60;
const DAY_MS = 86_400_000;
const KEY = "5a".repeat(32);

/** What is measured in a window. */
interface Window {
  polls: number[];
  lateness: number[];
  /** Webhooks that arrived. */
  taken: number;
  /** CPU time of the server's main thread. */
  cpuMs: number;
  /** CPU time of its other threads. */
  threadsCpuMs: number;
  /** CPU time of processes that have nothing to do with the bench. */
  othersCpuMs: number;
  megabytes: number;
}

const profiling =
  values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${values.profile}`];
const server = await startMainServer(
  { WEBHOOKS_PRIVATE: "on", KEY_ENCRYPTION_KEY: KEY },
  profiling,
);
const areApart = separateCores(server.pid);
const receivers = fork(fileURLToPath(new URL("support/webhook-receivers.ts", import.meta.url)));
const [port] = (await once(receivers, "message")) as [number];
try {
  const { address, dataDir } = server;
  if (!areApart) {
    console.log("Client, receivers and server share all cores.");
  }
  const store = await openStore({ file: join(dataDir, "tableside.sqlite") });
  await addEndpoints();
  const lateness: number[] = [];
  const streams = new AbortController();
  for (let count = 0; count < STREAMS; count++) {
    void follow(address, streams.signal, lateness);
  }
  const pairs: { readonly off: Window; readonly on: Window }[] = [];
  // The first pair, in which everything is compiled, does not count.
  for (let pair = -1; pair < Number(values.pairs); pair++) {
    await switchAll(false);
    const off = await measure(server, lateness);
    await switchAll(true);
    const on = await measure(server, lateness);
    if (pair >= 0) {
      pairs.push({ off, on });
    }
  }
  streams.abort();
  print(pairs);
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

  /** Switched on, endpoints begin anew: what happened while they were off does not wait for them. */
  async function switchAll(isOn: boolean): Promise<void> {
    const nowMs = Date.now();
    const on = { off_at: null, off_reason: null, resumed_at: nowMs, created_at: nowMs };
    await serialized(store, async (transaction) => {
      await transaction
        .updateTable("webhook_endpoint")
        .set(isOn ? on : { off_at: nowMs, off_reason: "failed" })
        .execute();
      await publishWebhookChange(transaction);
    });
  }
} finally {
  await server.stop();
  receivers.disconnect();
}

/** One window, from a second before the next round of cards. */
async function measure({ address, pid }: MainServer, lateness: number[]): Promise<Window> {
  await pause((2 * ROUND_MS - LEAD_MS - (Date.now() % ROUND_MS)) % ROUND_MS);
  const takenBefore = await takenSoFar();
  const before = await cpuTimes(pid);
  lateness.length = 0;
  const polls = await pollCurrent(address, WINDOW_MS);
  if (lostOf(polls) > 0) {
    throw new Error(`${lostOf(polls)} polls of current were refused or lost.`);
  }
  const after = await cpuTimes(pid);
  const cpuMs = after.main - before.main;
  return {
    polls,
    lateness: [...lateness],
    taken: (await takenSoFar()) - takenBefore,
    cpuMs,
    threadsCpuMs: after.server - before.server - cpuMs,
    othersCpuMs: after.others - before.others,
    megabytes: await memory(pid),
  };
}

/** Notes how late each phase of a game is announced, ms. */
async function follow(address: string, signal: AbortSignal, lateness: number[]): Promise<void> {
  const [game] = games;
  try {
    const response = await fetch(`${address}/embed/${game?.slug}/api/stream`, { signal });
    for await (const chunk of response.body ?? []) {
      if (Buffer.from(chunk as Uint8Array).includes("event: state")) {
        const inRoundMs = (performance.timeOrigin + performance.now()) % ROUND_MS;
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
  return (inRoundMs - atMs + ROUND_MS) % ROUND_MS;
}

async function takenSoFar(): Promise<number> {
  receivers.send("count");
  const [taken] = (await once(receivers, "message")) as [number];
  return taken;
}

/** The memory that the server occupies, MB. */
async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_000;
}

/** CPU times so far, ms. */
async function cpuTimes(pid: number) {
  const schedule = await readFile(`/proc/${pid}/task/${pid}/schedstat`, "utf8");
  const [machine, server, receiving] = await Promise.all([
    machineCpuMs(),
    processCpuMs(pid),
    processCpuMs(receivers.pid ?? 0),
  ]);
  const { user, system } = process.cpuUsage();
  return {
    main: Number(schedule.split(" ")[0]) / 1e6,
    server,
    others: machine - server - receiving - (user + system) / 1_000,
  };
}

function print(pairs: readonly { readonly off: Window; readonly on: Window }[]): void {
  const row = (name: string, of: (window: Window) => number, digits: number) => {
    const [off, on] = [pairs.map((pair) => of(pair.off)), pairs.map((pair) => of(pair.on))];
    const ratios = pairs.map((pair) => of(pair.on) / of(pair.off));
    const [without, under, ratio] = [off, on, ratios].map(spreadOf) as [Spread, Spread, Spread];
    console.log(
      `${name}: ${written(without, digits)}, with webhooks ${written(under, digits)}: ${written(ratio, 2)}x`,
    );
  };
  row("current, p50, ms", ({ polls }) => quantileOf(polls, 0.5), 2);
  row("current, p99, ms", ({ polls }) => quantileOf(polls, 0.99), 2);
  row("streams, p50, ms", ({ lateness }) => quantileOf(lateness, 0.5), 2);
  row("streams, p99, ms", ({ lateness }) => quantileOf(lateness, 0.99), 2);
  row("CPU of the main thread, ms", (window) => window.cpuMs, 0);
  row("CPU of its other threads, ms", (window) => window.threadsCpuMs, 0);
  row("CPU of other processes, ms", (window) => window.othersCpuMs, 0);
  row("memory, MB", ({ megabytes }) => megabytes, 0);
  console.log(`webhooks that arrived: ${pairs.map(({ on }) => on.taken).join(", ")}`);
}
