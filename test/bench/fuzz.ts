/*
 * Whether anything that comes over a socket harms the service: `node test/bench/fuzz.ts [--requests 1000000]
 * [--seed N] [--at-once 64]`.
 *
 * Throws that many requests, one to five in a packet (known ones, bent ones, new ones, cut off and reset), at the
 * service in a process of its own. Prints the seed first, then every packet that was answered as a fault, how many
 * were thrown, the answers by status, the memory of the process and the longest time its event loop stood still. Exits with 1 when
 * there was a fault, when the process ended, when it took more than 400 MB or stood still for more than half a second.
 */
import { parseArgs } from "node:util";
import { packets } from "../fuzz/packets.ts";
import type { Packet } from "../fuzz/packets.ts";
import { throwPackets } from "../fuzz/throw-packets.ts";
import { freePort } from "../support/free-port.ts";
import { startMainServer } from "./support/main-server.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    "at-once": { type: "string", default: "64" },
  },
});
/** Packets that are made at a time. */
const BATCH = 5_000;
const MOST_MB = 400;
/** Nothing that comes over a socket is worth more of everybody's time. */
const MOST_STILL_MS = 500;

const metricsPort = await freePort();
const server = await startMainServer({ METRICS_PORT: String(metricsPort) });
const port = Number(new URL(server.address).port);
let mostMb = 0;
let longestMs = 0;
let isBad = false;
let sentPackets = 0;
let sentRequests = 0;
const sums: Record<string, number> = {};
try {
  console.log(`seed ${values.seed}`);
  // Each look at the event loop is since the one before: this one takes the start out of the figures.
  await metrics();
  while (sentRequests < Number(values.requests)) {
    const made = packets(Number(values.seed) + sentPackets, BATCH);
    const batch = upTo(Number(values.requests) - sentRequests, made);
    sentPackets += batch.length;
    sentRequests += batch.reduce((sum, { requests }) => sum + requests, 0);
    const { statuses, faults } = await throwPackets(port, batch, Number(values["at-once"]));
    for (const fault of faults) {
      isBad = true;
      console.log(`fault: ${fault}`);
    }
    for (const [status, times] of Object.entries(statuses)) {
      sums[status] = (sums[status] ?? 0) + times;
    }
    const valueOf = await metrics();
    mostMb = Math.max(mostMb, Math.round(valueOf("process_resident_memory_bytes") / 1e6));
    longestMs = Math.max(
      longestMs,
      Math.round(valueOf("nodejs_eventloop_lag_max_seconds") * 1_000),
    );
  }
  console.log(`${sentRequests} requests on ${sentPackets} connections`);
  console.log(`answers by status: ${JSON.stringify(sums)}`);
  console.log(
    `memory at most ${mostMb} MB; the event loop stood still for ${longestMs} ms at most`,
  );
} finally {
  await server.stop();
}
process.exitCode = isBad || !(mostMb <= MOST_MB && longestMs <= MOST_STILL_MS) ? 1 : 0;

/** The metrics of the server by name, as they are now. */
async function metrics(): Promise<(name: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
}

/** As many of them as make so many requests. */
function upTo(requests: number, made: readonly Packet[]): readonly Packet[] {
  let sum = 0;
  return made.filter((packet) => {
    const isOver = sum >= requests;
    sum += packet.requests;
    return !isOver;
  });
}
