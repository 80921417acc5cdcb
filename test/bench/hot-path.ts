/*
 * What asking for `current` costs: `node test/bench/hot-path.ts [--requests 20000] [--runs 5]`.
 *
 * Prints the CPU time per request of the service and of other servers that answer the same bytes,
 * each in a process of its own, asked in turns by this one. Median of the runs; the ratio is to the
 * bare node:http server of the same turn. Ratios can be compared between machines; times cannot.
 */
import { connect } from "node:net";
import { parseArgs } from "node:util";
import { spreadOf, written } from "./support/figures.ts";
import { startServerChild } from "./support/server-child.ts";
import type { ServerChild } from "./support/server-child.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "20000" },
    runs: { type: "string", default: "5" },
  },
});
const KINDS = [
  "bare",
  "service",
  "fastify",
  "hono",
  "plain h3",
  "express",
  "service, the long way",
];
/** Connections that each ask again as soon as they are answered. */
const CONNECTIONS = 32;

interface Ready {
  port: number;
  path: string;
}

const servers = new Map<string, ServerChild<Ready>>();
for (const kind of KINDS) {
  servers.set(kind, await startServerChild<Ready>("hot-server.ts", [kind]));
}
const lengths = new Map<string, number>();
const costs = new Map<string, number[]>(KINDS.map((kind) => [kind, []]));
// The first turn, which compiles everything, does not count.
for (let run = -1; run < Number(values.runs); run++) {
  for (const [kind, server] of servers) {
    const before = await server.cpuMs();
    lengths.set(kind, await ask(server.ready, Number(values.requests)));
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
        "µs of CPU a request": written(spreadOf(times), 1),
        "x bare": written(spreadOf(times.map((time, run) => time / (bare[run] ?? Number.NaN))), 2),
        "bytes an answer": lengths.get(kind),
      },
    ]),
  ),
);

/** Asks so many times, and says how long an answer was. */
async function ask({ port, path }: Ready, requests: number): Promise<number> {
  const question = `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`;
  let left = requests;
  let length = 0;
  const connections = Array.from({ length: CONNECTIONS }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket = connect(port, "127.0.0.1").on("error", reject).on("close", resolve);
    function askAgain(): void {
      if (left > 0) {
        left -= 1;
        socket.write(question);
      } else {
        socket.destroy();
      }
    }
    let answer = "";
    socket.setEncoding("latin1").on("connect", askAgain);
    socket.on("data", (piece: string) => {
      answer += piece;
      // The end of an answer; some come in two pieces.
      if (answer.endsWith("}")) {
        length = answer.length;
        if (!answer.startsWith("HTTP/1.1 200")) {
          reject(new Error(`Not what was asked for: ${answer}`));
        }
        answer = "";
        askAgain();
      }
    });
    return promise;
  });
  await Promise.all(connections);
  return length;
}
