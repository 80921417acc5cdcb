import { expect, onTestFinished, test } from "vitest";
import { times } from "../support/effort.ts";
import { eventually } from "../support/eventually.ts";
import { startListening } from "../support/listening-service.ts";
import { OTHER_SECRET_HEX } from "../support/service.ts";
import { SELLING } from "../support/tron-node.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { packets } from "./packets.ts";
import { throwPackets } from "./throw-packets.ts";

/** Set it to try other packets, or to repeat those of a failure. */
const COUNT = times(200, 2_000);
const AT_ONCE = 16;
/** The longest turn of the event loop: its own work, without other load on the machine. */
const MAX_TURN_MS = 1_000;
/** Maximum growth of the process's memory, including the sending client. */
const MAX_RSS_BYTES = 300_000_000;
/** More than the largest responses in progress; a leak would exceed it. */
const MAX_BYTES = 100_000_000;

test(`the server survives any bytes on its sockets, seed ${fuzzSeed}`, async () => {
  const env = { ...SELLING, SIGNING_KEY: OTHER_SECRET_HEX };
  const { url, server, log } = await startListening({ env });
  const port = Number(new URL(url).port);
  // Loads the accounts, and everything else that is loaded once.
  await throwPackets(port, packets(0, 50), AT_ONCE);
  const before = process.memoryUsage();
  const thrown = packets(fuzzSeed, COUNT);
  const longestTurnMs = watchTurns();
  const { statuses, faults } = await throwPackets(port, thrown, AT_ONCE);
  expect(longestTurnMs()).toBeLessThan(MAX_TURN_MS);
  expect(faults).toEqual([]);
  expect(log.filter((line) => line.includes('"event":"fault"'))).toEqual([]);
  // The corpus also reaches the code behind the parser.
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining(["200", "400", "401", "404", "405"]),
  );
  expect((await fetch(`${url}/embed/baccarat/api/current`)).status).toBe(200);
  server.closeIdleConnections();
  await eventually(
    () => new Promise((resolve) => void server.getConnections((_, open) => resolve(open <= 1))),
  );
  const after = process.memoryUsage();
  expect(after.heapUsed - before.heapUsed).toBeLessThan(MAX_BYTES);
  expect(after.rss - before.rss).toBeLessThan(MAX_RSS_BYTES);
});

/** Watches this thread; the returned function gives the longest turn of its loop so far, ms of CPU time. */
function watchTurns(): () => number {
  const LOOK_MS = 10;
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = cpuMs();
  let longest = 0;
  const timer = setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, LOOK_MS);
  onTestFinished(() => clearInterval(timer));
  return () => longest;
}
