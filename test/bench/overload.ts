/*
 * What overload does to those who behave: `node test/bench/overload.ts [--seconds 15] [--only idle,slow]`.
 *
 * Measures, in one run and by the same polls, calm, a storm and the calm after it. The storm is all of
 * these at once, from many addresses of this machine: 50 connections that pipeline and never read, 20,000 that say
 * nothing, 2,000 that take nothing of a long answer, and floods of sign-ins, of costly pages and of streams. Prints
 * how much longer `current` takes (p50, p99), the process's memory at its highest, whether streams that were open
 * before were closed or missed a change, what the storm was answered, by status, and how soon `current` is as fast as
 * in the calm. Those who attack run on the cores of the server, which no real ones do: a second server that nobody
 * attacks is polled at the same time, and what it takes longer is theirs. Ratios can be compared between machines;
 * times cannot. What is no matter of the machine is a promise: over 400 MB, a poll that was refused, a stream that was closed, a change that was
 * missed or came twice, or no calm within 5 s end it with 1. With less than 20,000 open files (`ulimit -n`) for each
 * process the server takes as many connections as it may.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { parseArgs } from "node:util";
import { quantileOf } from "./support/figures.ts";
import { startMainServer } from "./support/main-server.ts";
import { lostOf, pollCurrent } from "./support/poll-current.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "15" }, only: { type: "string" } },
});
const phaseMs = Number(values.seconds) * 1_000;

/** The kinds of `support/storm.ts`, and how much of each; as few connections a process as it may open files. */
const STORMS = [
  ["unread", 50],
  ["idle", 10_000],
  ["idle", 10_000],
  ["slow", 2_000],
  ["sign-ins", 10_000],
  ["pages", 10_000],
  ["streams", 5_000],
] as const;
const VIEWERS = 30;
const WARM_MS = 2_000;
const WINDOW_MS = 500;
const BACK_WITHIN_MS = 20_000;
const PROMISED = { mostMb: 400, backMs: 5_000 } as const;
/** In the calm a window's slow polls take as much longer than those of the whole phase. */
const AS_FAST = 1.5;
/** A change that was heard later than this before the end may still be on its way to others. */
const SETTLED_MS = 3_000;
const MB = 1_024;

interface Viewer {
  readonly socket: Socket;
  /** The ids of the changes heard, and when, ms. */
  readonly heard: { readonly id: string; readonly atMs: number }[];
}

const server = await startMainServer();
const beside = await startMainServer().catch(async (error: unknown) => {
  await server.stop();
  throw error;
});
const port = Number(new URL(server.address).port);
const children: ChildProcess[] = [];
try {
  const only = values.only?.split(",");
  for (const [kind, count] of STORMS) {
    if (only === undefined || only.includes(kind)) {
      const args = [kind, String(port), String(count)];
      const child = fork(new URL("support/storm.ts", import.meta.url), args);
      children.push(child);
      await once(child, "message");
    }
  }
  const viewers = Array.from({ length: VIEWERS }, view);
  // The accounts are loaded by the first who asks.
  await (await fetch(`${server.address}/account/sign-in/`)).text();
  await pollCurrent(server.address, WARM_MS);
  const [calm = []] = await pollBoth();
  const restMb = await memoryMb("VmRSS");
  for (const child of children) {
    child.send(true);
  }
  const [storm = [], unattacked = []] = await pollBoth();
  const mostMb = await memoryMb("VmHWM");
  const said = await Promise.all(children.map(end));
  const backMs = await untilCalm(AS_FAST * quantileOf(calm, 0.9));
  for (const share of [0.5, 0.99]) {
    const [before = 0, under = 0, other = 0] = [calm, storm, unattacked].map((polls) =>
      quantileOf(polls, share),
    );
    console.log(
      `current, p${share * 100}: calm ${before.toFixed(1)} ms, storm ${under.toFixed(1)} ms: ` +
        `${(under / before).toFixed(1)}x; meanwhile a server beside it ${other.toFixed(1)} ms: ` +
        `${(under / other).toFixed(1)}x of that`,
    );
  }
  const lost = lostOf([...calm, ...storm]);
  console.log(`${calm.length + storm.length} polls of current: ${lost} refused or lost`);
  console.log(`memory: at rest ${restMb} MB, at most ${mostMb} MB`);
  const closed = viewers.filter(({ socket }) => socket.destroyed).length;
  const untilMs = performance.now() - SETTLED_MS;
  const settled = viewers.flatMap(({ heard }) => heard).filter(({ atMs }) => atMs < untilMs);
  const due = new Set(settled.map(({ id }) => id));
  const heardBy = viewers.map(({ heard }) => heard.map(({ id }) => id));
  const missed = heardBy.flatMap((ids) => [...due].filter((id) => !ids.includes(id))).length;
  const twice = heardBy.reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0);
  console.log(`${VIEWERS} streams: ${closed} closed, ${missed} changes missed, ${twice} twice`);
  console.log(
    Number.isNaN(backMs)
      ? `not calm again after ${BACK_WITHIN_MS / 1_000} s`
      : `calm again after ${(backMs / 1_000).toFixed(1)} s`,
  );
  for (const report of said) {
    console.log(`storm: ${JSON.stringify(report)}`);
  }
  const kept = {
    "at most 400 MB": mostMb <= PROMISED.mostMb,
    "every poll answered": lost === 0,
    "no stream closed": closed === 0,
    "every change, once": missed === 0 && twice === 0,
    "calm again within 5 s": backMs <= PROMISED.backMs,
  };
  for (const [promise, isKept] of Object.entries(kept)) {
    if (!isKept) {
      console.log(`Broken: ${promise}.`);
      process.exitCode = 1;
    }
  }
  for (const { socket } of viewers) {
    socket.destroy();
  }
} finally {
  for (const child of children) {
    child.disconnect();
  }
  await Promise.all([server.stop(), beside.stop()]);
}
process.exit();

/** How long `current` takes for a phase, of the server and of the one beside it. */
function pollBoth(): Promise<number[][]> {
  return Promise.all([server, beside].map(({ address }) => pollCurrent(address, phaseMs)));
}

/** Ends a storm, and gives what it was answered. */
async function end(child: ChildProcess): Promise<unknown> {
  const answer = once(child, "message");
  child.send(false);
  const [report] = await answer;
  return report;
}

/** How long it takes from now until nine of ten polls are as fast as they were, ms. */
async function untilCalm(limitMs: number): Promise<number> {
  const startMs = performance.now();
  while (performance.now() - startMs < BACK_WITHIN_MS) {
    if (quantileOf(await pollCurrent(server.address, WINDOW_MS), 0.9) <= limitMs) {
      return performance.now() - startMs;
    }
  }
  return Number.NaN;
}

async function memoryMb(name: string): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  const [, kb = ""] = new RegExp(`${name}:\\s+(\\d+) kB`).exec(status) ?? [];
  return Math.round(Number(kb) / MB);
}

function view(): Viewer {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  const viewer: Viewer = { socket, heard: [] };
  socket.write("GET /embed/baccarat/api/stream HTTP/1.1\r\nHost: bench\r\n\r\n");
  socket.on("data", (bytes: Buffer) => {
    for (const [, id = ""] of bytes.toString("latin1").matchAll(/\nid: (\S+)/g)) {
      viewer.heard.push({ id, atMs: performance.now() });
    }
  });
  return viewer;
}
