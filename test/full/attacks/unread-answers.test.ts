/*
 * Twenty connections asked for the longest page 800 times each and never read: 531 KB in all. Every
 * answer was made and lay in memory until its turn came, which it never did: the process ended by
 * memory after 13 seconds. The same with pages of history took 2 GB. Now a connection with more
 * behind its first request than here is cut.
 */
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { someBuild } from "../../support/build.ts";
import { eventually } from "../../support/eventually.ts";
import { getting, openRaw } from "../../support/raw-client.ts";
import { startServer } from "../../support/server-process.ts";

const CONNECTIONS = 200;
/** As many as may be asked for before the first is answered. */
const EACH = 9;
const HISTORY = "/embed/baccarat/api/results?limit=500";
/** A process at rest has 150 MB; all answers are 280 MB more. */
const MOST_BYTES = 400_000_000;

beforeAll(someBuild, 600_000);

/** Answers so far, those that cost an address too much work too, and the memory of the process in bytes. */
async function figures(metrics: string): Promise<{ answers: number; bytes: number }> {
  const text = await (await fetch(metrics)).text();
  const of = (name: RegExp) =>
    text
      .split("\n")
      .filter((line) => name.test(line))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  return {
    answers: of(/^tableside_http_requests_total.*status="(200|429)"/),
    bytes: of(/^process_resident_memory_bytes/),
  };
}

test.each([
  ["the longest page", () => "/verify/"],
  ["pages of history", (index: number) => `${HISTORY}&before=${600 + index}`],
])("who asks for %s and never reads takes no memory", async (_, pathAt) => {
  const server = await startServer({ METRICS_PORT: "0" });
  const [, metrics = ""] = /"event":"metrics","address":"([^"]*)"/.exec(server.stdout()) ?? [];
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openRaw(server.address, { reads: false })),
  );
  const requests = Array.from({ length: EACH }, (__, index) => getting(pathAt(index)));
  for (const { socket } of clients) {
    socket.write(requests.join(""));
  }
  // The machine takes some megabytes for each connection; what it does not take waits in the process.
  let answers = -1;
  let bytes = 0;
  await eventually(async () => {
    await pause(100);
    const before = answers;
    ({ answers, bytes } = await figures(metrics));
    return answers === before && answers >= CONNECTIONS;
  });
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect((await fetch(`${server.address}/embed/baccarat/api/current`)).status).toBe(200);
});
