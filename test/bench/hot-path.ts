/*
 * Measures the cost of a request for `current`: `node test/bench/hot-path.ts [--requests 20000] [--runs 5]`.
 *
 * Prints the CPU time per request of the service and of a bare node:http server, each in its own process, with
 * alternating requests from this one. Shows the median of the runs; the ratio is to the bare server of the same run.
 * Ratios can be compared between machines; times cannot.
 */
import { connect } from "node:net";
import { parseArgs } from "node:util";
import { spreadOf, written } from "./support/figures.ts";
import { startServerChild } from "./support/server-child.ts";
import type { ServerChild } from "./support/server-child.ts";

const CONNECTIONS = 32;
const QUESTION = "GET /embed/baccarat/api/current HTTP/1.1\r\nHost: bench\r\n\r\n";

/** Sends requests over several connections, each after the previous response; returns a response's length. */
async function askInTurns(port: number, requests: number): Promise<number> {
  let left = requests;
  let length = 0;
  const connections = Array.from({ length: CONNECTIONS }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket = connect(port, "127.0.0.1").on("error", reject).on("close", resolve);
    function askAgain(): void {
      if (left > 0) {
        left -= 1;
        socket.write(QUESTION);
      } else {
        socket.destroy();
      }
    }
    let response = "";
    socket.setEncoding("latin1").on("connect", askAgain);
    socket.on("data", (piece: string) => {
      response += piece;
      // The end of a response; some arrive in two pieces.
      if (response.endsWith("}")) {
        length = response.length;
        if (!response.startsWith("HTTP/1.1 200")) {
          reject(new Error(`Not what was asked for: ${response}`));
        }
        response = "";
        askAgain();
      }
    });
    return promise;
  });
  await Promise.all(connections);
  return length;
}

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "20000" },
    runs: { type: "string", default: "5" },
  },
});
const KINDS = ["bare", "service"];
const servers = new Map<string, ServerChild>();
for (const kind of KINDS) {
  servers.set(kind, await startServerChild("bench-server.ts", [kind, "1"]));
}
const lengths = new Map<string, number>();
const costs = new Map<string, number[]>(KINDS.map((kind) => [kind, []]));
// The first run, which compiles everything, does not count.
for (let run = -1; run < Number(values.runs); run++) {
  for (const [kind, server] of servers) {
    const before = await server.cpuMs();
    lengths.set(kind, await askInTurns(server.ready.port, Number(values.requests)));
    const cpuMs = (await server.cpuMs()) - before;
    if (run >= 0) {
      costs.get(kind)?.push((cpuMs * 1_000) / Number(values.requests));
    }
  }
}
for (const server of servers.values()) {
  await server.stop();
}

const bare = costs.get("bare") ?? [];
console.table(
  Object.fromEntries(
    [...costs].map(([kind, times]) => [
      kind,
      {
        "µs of CPU per request": written(spreadOf(times), 1),
        "x bare": written(spreadOf(times.map((time, run) => time / (bare[run] ?? Number.NaN))), 2),
        "bytes per response": lengths.get(kind),
      },
    ]),
  ),
);
