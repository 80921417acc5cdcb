/*
 * Whether one machine is upgraded without a pause, as the page on deployment says: `node test/bench/upgrade.ts [--turns 3]`.
 *
 * The next version starts beside the present one, on the same SQLite file and behind the nginx that is shipped; when it is
 * well, nginx changes over and the old one is stopped. Meanwhile 100 requests a second come, each on a connection of its
 * own, and 30 viewers follow streams. Then the same by a restart, to compare. Prints how many requests were not answered
 * with 200, how long the slowest took, how soon streams came back, how many were cut inside a message, and which viewers
 * missed a change. Ends with 1 where an upgrade refused a request, cut a message or lost a change. Needs a build, and nginx.
 */
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { games } from "../../src/games/index.ts";
import { momentAt } from "../../src/round/phases.ts";
import { eventually } from "../support/eventually.ts";
import { HOST, runNginx } from "../support/nginx.ts";
import { phasesFrom } from "../support/stream-viewer.ts";
import { as } from "../upgrade/trial.ts";
import type { Version } from "../upgrade/trial.ts";
import { startMainServer } from "./support/main-server.ts";
import type { MainServer } from "./support/main-server.ts";

const { values } = parseArgs({ options: { turns: { type: "string", default: "3" } } });
const ASK_EVERY_MS = 10;
const VIEWERS_OF_EACH = 10;
/** Before a change, and after it until all have come back. */
const CALM_MS = 2_000;
const AFTER_MS = 5_000;
/** How long the page has one wait between the two: until then the old workers of nginx may still take requests. */
const RELOADED_MS = 2_000;
const PATHS = ["current", "results?limit=20", "schedule"];

const folder = await mkdtemp(join(tmpdir(), "tableside-upgrade-"));
const dataDir = join(folder, "data");
const running = new Set<MainServer>();
let isOver = false;
const counts = { asked: 0, refused: 0, slowestMs: 0, slowestBackMs: 0, cut: 0 };
const said = new Map<string, number>();
const heard: string[][] = [];

let server = await start("present");
// All viewers have one address here.
const nginx = await runNginx(
  folder,
  [portOf(server)],
  [
    [/rate=100r\/s/, "rate=100000r/s"],
    [/limit_conn tableside_connections 300/, "limit_conn tableside_connections 3000"],
  ],
);
try {
  const viewing = games.flatMap(({ slug }) =>
    Array.from({ length: VIEWERS_OF_EACH }, () => view(slug)),
  );
  await eventually(() => heard.length === viewing.length && heard.every((ids) => ids.length > 0));
  let asked = 0;
  const asking = setInterval(() => void ask(PATHS[asked++ % PATHS.length] ?? ""), ASK_EVERY_MS);
  for (let turn = 0; turn < Number(values.turns); turn++) {
    const upgraded = await during(() => upgrade(turn % 2 === 0 ? "next" : "present"));
    print("upgraded", upgraded);
    if (upgraded.refused + upgraded.cut + upgraded.lost > 0) {
      process.exitCode = 1;
    }
    print("restarted", await during(restart));
  }
  clearInterval(asking);
} finally {
  isOver = true;
  await nginx.end();
  await Promise.all([...running].map((each) => each.stop()));
  await rm(folder, { recursive: true, force: true });
}
process.exit();

async function start(version: Version, port = "0"): Promise<MainServer> {
  const env = { ...as(version), PORT: port, DATA_DIR: dataDir, TRUST_PROXY: "loopback" };
  const started = await startMainServer({ ...env, DEMO: "off" });
  running.add(started);
  return started;
}

async function stop(old: MainServer): Promise<void> {
  running.delete(old);
  await old.stop();
}

function portOf({ address }: MainServer): number {
  return Number(new URL(address).port);
}

/** As the page says: beside it, over to it, and away with the old one. */
async function upgrade(version: Version): Promise<void> {
  const old = server;
  server = await start(version);
  await eventually(async () => (await fetch(`${server.address}/healthz`)).status === 200);
  await untilLongPhases();
  await nginx.changeOver([portOf(server)]);
  await pause(RELOADED_MS);
  await stop(old);
}

async function restart(): Promise<void> {
  await untilLongPhases();
  await stop(server);
  server = await start("next", String(portOf(server)));
}

/** Time enough to come back before two phases have passed by. */
async function untilLongPhases(): Promise<void> {
  await eventually(() => games.every((game) => momentAt(Date.now(), game).leftMs > 3_000));
}

/** What was counted while something happened, and until all have come back. */
async function during(change: () => Promise<void>) {
  Object.assign(counts, { asked: 0, refused: 0, slowestMs: 0, slowestBackMs: 0, cut: 0 });
  said.clear();
  const before = heard.map((ids) => ids.length);
  await pause(CALM_MS);
  await change();
  const after = heard.map((ids) => ids.length);
  await pause(AFTER_MS);
  await eventually(() => heard.every((ids, viewer) => ids.length > (after[viewer] ?? 0)));
  const lost = heard.filter((ids, viewer) => {
    const since = ids.slice(Math.max(0, (before[viewer] ?? 0) - 1));
    return since.join() !== phasesFrom(since[0] ?? "", since.length).join();
  }).length;
  return { ...counts, lost };
}

function print(how: string, of: Awaited<ReturnType<typeof during>>): void {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const refusals = of.refused === 0 ? "" : ` (${JSON.stringify(Object.fromEntries(said))})`;
  console.log(
    `${how}: of ${of.asked} requests ${of.refused} refused${refusals}, the slowest took ${seconds(of.slowestMs)} s; ` +
      `${heard.length} streams, ${of.cut} cut inside a message, ${of.lost} missed a change, the last back after ${seconds(of.slowestBackMs)} s`,
  );
}

/** Asks on a connection of its own. */
async function ask(path: string): Promise<void> {
  const startMs = performance.now();
  const response = await open(`/embed/baccarat/api/${path}`);
  const isWhole = response !== null && (await whole(response, () => {}));
  const outcome = !isWhole ? "broken off" : String(response.statusCode);
  counts.asked += 1;
  counts.slowestMs = Math.max(counts.slowestMs, performance.now() - startMs);
  if (outcome !== "200") {
    counts.refused += 1;
    said.set(outcome, (said.get(outcome) ?? 0) + 1);
  }
}

/** Follows a game's stream, and comes back when it was told to. */
async function view(slug: string): Promise<void> {
  const ids: string[] = [];
  heard.push(ids);
  let endedMs: number | null = null;
  let retryMs = 0;
  while (!isOver) {
    const response = await open(`/embed/${slug}/api/stream`);
    let text = "";
    if (response?.statusCode === 200) {
      await whole(response, (piece) => {
        if (endedMs !== null) {
          counts.slowestBackMs = Math.max(counts.slowestBackMs, performance.now() - endedMs);
          endedMs = null;
        }
        text += piece;
        const last = [...text.matchAll(/^id: (\S+)\n[^]*?\n\n/gm)].at(-1)?.[1];
        if (last !== undefined && last !== ids.at(-1)) {
          ids.push(last);
        }
      });
      retryMs = Number(/^retry: (\d+)$/m.exec(text)?.[1] ?? retryMs);
      endedMs = performance.now();
    } else {
      response?.resume();
    }
    if (!isOver && text !== "" && !text.endsWith("\n\n")) {
      counts.cut += 1;
    }
    await pause(Math.max(50, retryMs));
  }
}

/** The head of an answer; null where the connection was refused or broke off. */
function open(path: string): Promise<IncomingMessage | null> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | null>();
  const { port, certificate: ca } = nginx;
  const headers = { host: HOST };
  get({ host: "127.0.0.1", port, path, ca, servername: HOST, agent: false, headers }, resolve).on(
    "error",
    () => resolve(null),
  );
  return promise;
}

/** Reads an answer to its end; gives whether it had one. */
function whole(response: IncomingMessage, onText: (text: string) => void): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  response
    .setEncoding("utf8")
    .on("data", onText)
    .on("error", () => {})
    .once("close", () => resolve(response.complete));
  return promise;
}
