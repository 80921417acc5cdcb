/*
 * Measures the cost of streams: `node test/bench/streams.ts [--streams 1000] [--seconds 20] [--speed 4] [--runs
 * 3]`.
 *
 * Opens streams, spread over the games, on the service and on a minimal node:http server, each in its own process,
 * in turns; this process listens. Prints the memory per connection, how late changes of phase arrive, and whether
 * any were missed. Time runs `speed` times faster than real time, so that changes come within seconds; `--speed 1
 * --seconds 600` is real time. Ratios can be compared between machines; times cannot. More than 10,000 streams need
 * `ulimit -n` to allow as many files in each process.
 */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Game } from "../../src/games/contract.ts";
import { games, findGame } from "../../src/games/index.ts";
import { PHASES, phaseStartMs, roundAt } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import { spreadOf, written } from "./support/figures.ts";
import { startServerChild } from "./support/server-child.ts";

const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "1000" },
    seconds: { type: "string", default: "20" },
    speed: { type: "string", default: "4" },
    runs: { type: "string", default: "3" },
  },
});
const streams = Number(values.streams);
const speed = Number(values.speed);
const ID = Buffer.from("\nid: ");
const KINDS = ["service", "bare"] as const;

interface Figures {
  /** Heap and external memory. */
  kbAConnection: number;
  medianMs: number;
  p99Ms: number;
  cpuUsAMessage: number;
  missed: number;
  closed: number;
}

const figures: Record<(typeof KINDS)[number], Figures[]> = { service: [], bare: [] };
for (let run = 0; run < Number(values.runs); run++) {
  for (const kind of KINDS) {
    figures[kind].push(await measure(kind));
  }
}
for (const kind of KINDS) {
  const of = (pick: (one: Figures) => number, digits: number) =>
    written(spreadOf(figures[kind].map(pick)), digits);
  console.log(
    `${kind.padEnd(8)} ${of((one) => one.kbAConnection, 1)} KB a connection; late: median ` +
      `${of((one) => one.medianMs, 0)} ms, p99 ${of((one) => one.p99Ms, 0)} ms; ` +
      `CPU ${of((one) => one.cpuUsAMessage, 1)} µs a message; ` +
      `${of((one) => one.missed, 0)} missed, ${of((one) => one.closed, 0)} closed`,
  );
}
console.log(
  `service to bare: memory ${ratio((one) => one.kbAConnection)}, late p99 ${ratio((one) => one.p99Ms)}, CPU ${ratio((one) => one.cpuUsAMessage)}`,
);

function ratio(pick: (one: Figures) => number): string {
  const ratios = figures.service.map((one, run) => pick(one) / pick(figures.bare[run] as Figures));
  return `${written(spreadOf(ratios), 2)}x`;
}

async function measure(kind: (typeof KINDS)[number]): Promise<Figures> {
  const server = await startServerChild("bench-server.ts", [kind, values.speed]);
  const { port, startMs } = server.ready;
  const serviceTime = () => startMs + (Date.now() - startMs) * speed;
  const machineTime = (serviceMs: number) => startMs + (serviceMs - startMs) / speed;
  // The first streams compile code and fill caches.
  const warmUp = await openMany(port, 200);
  for (const { socket } of warmUp) {
    socket.destroy();
  }
  await pause(500);
  const before = await server.heldBytes();
  const listeners = await openMany(port, streams);
  await pause(1_000);
  const held = (await server.heldBytes()) - before;

  const fromMs = serviceTime();
  const cpuBefore = await server.cpuMs();
  await pause(Number(values.seconds) * 1_000);
  const cpuMs = (await server.cpuMs()) - cpuBefore;
  const toMs = serviceTime();
  // Changes that were due shortly before may still be on their way.
  await pause(2_000);
  const changes = listeners.flatMap(({ game, heard }) =>
    heard
      .map(({ id, atMs }) => ({ dueMs: startOf(game, id), atMs }))
      .filter(({ dueMs }) => dueMs > fromMs && dueMs < toMs),
  );
  const lateMs = changes.map(({ dueMs, atMs }) => atMs - machineTime(dueMs));
  const missed =
    listeners.reduce((sum, { game }) => sum + changesBetween(fromMs, toMs, game), 0) -
    changes.length;
  const closed = listeners.filter(({ socket }) => socket.destroyed).length;
  await server.stop();
  for (const { socket } of listeners) {
    socket.destroy();
  }
  return {
    kbAConnection: held / streams / 1_000,
    medianMs: spreadOf(lateMs).median,
    p99Ms: spreadOf(lateMs).p99,
    cpuUsAMessage: (cpuMs * 1_000) / lateMs.length,
    missed,
    closed,
  };
}

function changesBetween(fromMs: number, toMs: number, game: Game): number {
  let count = 0;
  for (
    let round = roundAt(fromMs, game.intervalMs);
    round <= roundAt(toMs, game.intervalMs);
    round++
  ) {
    const starts = PHASES.map((phase) => phaseStartMs(round, phase, game));
    count += starts.filter((dueMs) => dueMs > fromMs && dueMs < toMs).length;
  }
  return count;
}

/** When a phase begins by the service's clock, epoch ms. */
function startOf(game: Game, id: string): number {
  const [round, phase] = id.split(":") as [string, Phase];
  return phaseStartMs(Number(round), phase, game);
}

interface Listener {
  game: Game;
  socket: Socket;
  heard: { id: string; atMs: number }[];
}

async function openMany(port: number, count: number): Promise<Listener[]> {
  const listeners: Listener[] = [];
  while (listeners.length < count) {
    const some = Array.from({ length: Math.min(100, count - listeners.length) }, (_, index) =>
      open(port, listeners.length + index),
    );
    listeners.push(...(await Promise.all(some)));
  }
  return listeners;
}

async function open(port: number, index: number): Promise<Listener> {
  const game = findGame(games[index % games.length]?.slug ?? "") as Game;
  const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.0.${2 + (index % 8)}` });
  socket.on("error", () => {});
  socket.write(`GET /embed/${game.slug}/api/stream HTTP/1.1\r\nHost: bench\r\n\r\n`);
  const listener: Listener = { game, socket, heard: [] };
  socket.on("data", (bytes: Buffer) => {
    const at = bytes.indexOf(ID);
    if (at >= 0) {
      const from = at + ID.length;
      const id = bytes.toString("latin1", from, bytes.indexOf(10, from));
      listener.heard.push({ id, atMs: performance.timeOrigin + performance.now() });
    }
  });
  await once(socket, "data");
  return listener;
}
