/*
 * What accounts cost and tell: `node test/bench/portal.ts [--windows 40] [--tries 5]`.
 *
 * Prints two things. How much longer a poll of `current` takes (p99) while somebody tries 1,000
 * passwords a minute from one address, and while somebody asks for `/healthz` as often: windows of two
 * seconds of each and of neither, taken in turns, all polls of a kind together, so that their ratios hold on a
 * machine that does other things as well. And
 * how long an answer takes for addresses that have an account and for those that have none, taken in
 * turns: the medians of 40 for each try. A try of all three ways takes more than a minute, whatever the machine.
 * Ends with 1 where those differ by more than a tenth, or a poll was refused or lost.
 */
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { quantileOf, spreadOf, written } from "./support/figures.ts";
import { startMainServer } from "./support/main-server.ts";
import { lostOf, pollCurrent } from "./support/poll-current.ts";

const { values } = parseArgs({
  options: {
    windows: { type: "string", default: "40" },
    tries: { type: "string", default: "5" },
  },
});
const windows = Number(values.windows);
const tries = Number(values.tries);

const WINDOW_MS = 2_000;
/**
 * How long a window has begun before its polls count. Tries that an address saved up during the windows before
 * are spent by then: a flood that does not stop has none to spend.
 */
const LEAD_MS = 400;
const PARTS = 4;
/** Of how long an answer takes: what the network adds hides it. */
const MOST_APART = 0.1;
const TRY_EVERY_MS = 60;
const ACCOUNTS = 40;
const PASSWORD = "correct horse battery";

// The proxy is named, so that each try may come from an address of its own.
const server = await startMainServer({ TRUST_PROXY: "loopback" });
try {
  const { address } = server;
  await post(address, "/account/sign-in/", { email: "x@example.com", password: PASSWORD }, 0);
  await underAttack(address);
  await knownAndUnknown(address);
} finally {
  await server.stop();
}

/** Sends a form from an address of its own; gives how long the answer took, ms. */
async function post(
  address: string,
  path: string,
  fields: Record<string, string>,
  from: number,
): Promise<number> {
  const headers = {
    origin: address,
    "x-forwarded-for": `198.${18 + (from >> 16)}.${(from >> 8) & 255}.${from & 255}`,
  };
  const startMs = performance.now();
  const body = new URLSearchParams(fields);
  const response = await fetch(address + path, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
  });
  await response.arrayBuffer();
  if (response.status !== 303) {
    throw new Error(`${path} answers ${response.status}.`);
  }
  return performance.now() - startMs;
}

async function underAttack(address: string): Promise<void> {
  const attack = new Worker(new URL("support/sign-in-attack.ts", import.meta.url), {
    workerData: { address, everyMs: TRY_EVERY_MS },
  });
  const kinds = ["nothing", "looks", "tries"] as const;
  const times = { nothing: [] as number[][], looks: [] as number[][], tries: [] as number[][] };
  // The first of each, in which everything is compiled and the first tries are let through, does not count.
  for (let window = -1; window < windows; window++) {
    for (let turn = 0; turn < kinds.length; turn++) {
      // None always comes after the same one.
      const kind = kinds[(turn + Math.max(0, window)) % kinds.length] ?? "nothing";
      attack.postMessage(kind);
      await pollCurrent(address, LEAD_MS);
      const polls = await pollCurrent(address, WINDOW_MS);
      attack.postMessage("nothing");
      if (window >= 0) {
        times[kind].push(polls);
      }
    }
  }
  await attack.terminate();
  const p99 = (polls: readonly number[][]) => quantileOf(polls.flat(), 0.99);
  console.log(`p99 of current: ${p99(times.nothing).toFixed(1)} ms`);
  const lost = lostOf(Object.values(times).flat().flat());
  if (lost > 0) {
    console.log(`Broken: ${lost} polls of current were refused or lost.`);
    process.exitCode = 1;
  }
  // How far parts of the whole are apart tells how much of it is noise.
  const size = Math.ceil(windows / PARTS);
  for (const kind of ["looks", "tries"] as const) {
    const ratios = Array.from({ length: PARTS }, (_, part) => {
      const own = (polls: readonly number[][]) => polls.slice(part * size, (part + 1) * size);
      return p99(own(times[kind])) / p99(own(times.nothing));
    });
    const whole = (p99(times[kind]) / p99(times.nothing)).toFixed(2);
    console.log(`under 1,000 ${kind} a minute: ${whole}x, parts ${written(spreadOf(ratios), 2)}`);
  }
}

async function knownAndUnknown(address: string): Promise<void> {
  let from = 1_000;
  for (let account = 0; account < ACCOUNTS; account++) {
    const fields = { email: `known${account}@example.com`, password: PASSWORD };
    await post(address, "/account/register/", fields, from++);
  }
  const ways: Record<string, Record<string, string>> = {
    "/account/sign-in/": { password: "wrong password" },
    "/account/register/": { password: PASSWORD },
    "/account/forgot/": {},
  };
  for (const [path, fields] of Object.entries(ways)) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let attempt = 0; attempt < tries * ACCOUNTS; attempt++) {
      const known = `known${attempt % ACCOUNTS}@example.com`;
      const unknown = `unknown${attempt}${path.length}@example.com`;
      times.known.push(await post(address, path, { ...fields, email: known }, from++));
      times.unknown.push(await post(address, path, { ...fields, email: unknown }, from++));
    }
    const [known, unknown] = [spreadOf(times.known).median, spreadOf(times.unknown).median];
    const apart = known / unknown - 1;
    const share = `${(apart * 100).toFixed(1)} %`;
    console.log(`${path} known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms: ${share}`);
    if (!(Math.abs(apart) <= MOST_APART)) {
      process.exitCode = 1;
    }
  }
}
