import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { issue, revoke } from "../../../server/access/keys.ts";
import { createOracle } from "../../../server/rounds/oracle.ts";
import type { Store } from "../../../server/store/store.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { momentAt, phaseStartMs } from "../../../src/round/phases.ts";
import type { HistoryEntry, RoundState } from "../../../src/wire.ts";
import { someBuild } from "../../support/build.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { type Http2Client, openHttp2 } from "../../support/http2-client.ts";
import { type Nginx, startNginx } from "../../support/nginx.ts";
import { type ServerProcess, startServer } from "../../support/server-process.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../../support/service.ts";
import { follow, phasesFrom, type Viewer } from "../../support/stream-viewer.ts";
import { tempStore } from "../../support/temp-store.ts";

// The servers run on this machine's clock, and between two changes of phase lie up to 15 seconds.
beforeAll(someBuild, 600_000);

const oracle = createOracle({ secret: VECTOR_SECRET, timeZone: "UTC" });
const DAY_MS = 86_400_000;

/** Three replicas on one PostgreSQL database, behind the nginx that is shipped. */
async function threeReplicas() {
  const place = await postgres.emptyPlace();
  const settings = {
    ...settingsFor(place),
    ORACLE_SECRET: SECRET_HEX,
    SIGNING_KEY: OTHER_SECRET_HEX,
    TRUST_PROXY: "loopback",
    DEMO: "off",
  };
  const replicas = await Promise.all([settings, settings, settings].map(startServer));
  const ports = replicas.map(({ address }) => Number(new URL(address).port));
  // All viewers have one address here, and a quick machine would meet its limit.
  const nginx = await startNginx(ports, [[/rate=100r\/s/, "rate=100000r/s"]]);
  const { store } = await tempStore(place);
  return { replicas, settings, nginx, store };
}

/**
 * One test, since it takes long to start so many processes: three replicas, one of which is killed
 * while viewers follow the streams and others ask for all they can.
 */
test("three replicas and a lost one say the same: no wrong byte, no lost phase, one history", async () => {
  const { replicas, settings, nginx, store } = await threeReplicas();
  const [first, second, lost] = replicas as [ServerProcess, ServerProcess, ServerProcess];
  await expectKeysToReachAll(replicas, store);

  // One connection a stream, and nginx takes the replicas in turn: each game is on all three.
  const viewers: Viewer[] = [];
  for (const game of games) {
    for (let i = 0; i < replicas.length; i++) {
      const viewer = follow(await openHttp2(nginx), game);
      await eventually(() => viewer.ids().length > 0);
      viewers.push(viewer);
    }
  }
  const load = await startLoad(nginx);
  await load.until(100);
  // Time enough to come back before two phases have passed by, on a busy machine as well.
  await eventually(() => games.every((game) => momentAt(Date.now(), game).leftMs > 3_000));
  lost.child.kill("SIGKILL");
  await load.until(300);
  await load.end();

  await eventually(() => viewers.filter((viewer) => viewer.opened() > 1).length >= games.length);
  const received = new Map(viewers.map((viewer) => [viewer, viewer.ids().length]));
  const hasHeardMore = (viewer: Viewer) => viewer.ids().length > (received.get(viewer) ?? 0);
  await eventually(() =>
    games.some(({ slug }) => viewers.filter((viewer) => viewer.slug === slug).every(hasHeardMore)),
  );
  for (const viewer of viewers) {
    viewer.stop();
    const [earliest = ""] = viewer.ids();
    expect(viewer.ids()).toEqual(phasesFrom(earliest, viewer.ids().length));
  }

  await expectOneHistory([first, second, await startServer(settings)]);
});

/** A key opens every replica from its issue on, and none after its end. */
async function expectKeysToReachAll(
  replicas: readonly ServerProcess[],
  store: Store,
): Promise<void> {
  const nowMs = Date.now();
  const order = { label: "Acme", endsAtMs: nowMs + DAY_MS, origins: [] };
  const { id, keyText } = await issue(store, order, nowMs);
  const statusOf = async ({ address }: ServerProcess) =>
    (await fetch(`${address}/embed/baccarat/?key=${keyText}`)).status;
  expect(await Promise.all(replicas.map(statusOf))).toEqual([200, 200, 200]);
  await revoke(store, id, nowMs);
  await eventually(async () =>
    (await Promise.all(replicas.map(statusOf))).every((status) => status === 401),
  );
}

async function expectOneHistory(replicas: readonly ServerProcess[]): Promise<void> {
  for (const { slug } of games) {
    for (const query of ["before=500000&limit=500", "before=2"]) {
      const path = `/embed/${slug}/api/results?${query}`;
      const answers = replicas.map(async ({ address }) =>
        (await fetch(`${address}${path}`)).text(),
      );
      const [said, ...others] = await Promise.all(answers);
      expect(others).toEqual([said, said]);
      expect(JSON.parse(said ?? "")).not.toEqual([]);
    }
  }
}

/** Viewers who ask for one thing after the other, and check each answer. */
async function startLoad(nginx: Nginx) {
  let answers = 0;
  let isOver = false;
  async function ask(viewer: Http2Client): Promise<void> {
    while (!isOver) {
      for (const game of games) {
        await checkCurrent(viewer, game);
        await checkResults(viewer, game);
        answers += 2;
        // Enough to meet the kill, and not so much that the machine does nothing else.
        await pause(40);
      }
    }
  }
  const all = Promise.all(
    Array.from({ length: 4 }, async () => ask(await openHttp2(nginx))),
  ).finally(() => (isOver = true));
  return {
    /** Resolves when there were so many more answers, and rejects as soon as one is wrong. */
    async until(more: number): Promise<void> {
      const enough = answers + more;
      await Promise.race([eventually(() => answers >= enough), all]);
    },
    async end(): Promise<void> {
      isOver = true;
      await all;
    },
  };
}

/** The widest that a replica's bounds on the time may be while it answers. */
const WIDEST_MS = 1_000;

/** Asks for the running round, and compares every byte with the state at the instant it names. */
async function checkCurrent(viewer: Http2Client, game: Game): Promise<void> {
  const askedMs = Date.now();
  const { status, text } = await viewer.ask(`/embed/${game.slug}/api/current`);
  const answeredMs = Date.now();
  expect(status).toBe(200);
  const { round, phase, remainMs } = JSON.parse(text) as RoundState<unknown>;
  const startMs = phaseStartMs(round, phase, game);
  const lengthMs = momentAt(startMs, game).leftMs;
  // In betting the answer depends on the latest time; in the other phases it is the same throughout.
  const instantMs = phase === "betting" ? startMs + lengthMs - remainMs : startMs;
  expect(text).toBe(
    JSON.stringify(oracle.current(game, { earliestMs: startMs, latestMs: instantMs })),
  );
  expect(instantMs).toBeLessThanOrEqual(answeredMs + WIDEST_MS);
  const lastMs = phase === "betting" ? instantMs : startMs + lengthMs - 1;
  expect(lastMs).toBeGreaterThanOrEqual(askedMs - WIDEST_MS);
}

async function checkResults(viewer: Http2Client, game: Game): Promise<void> {
  const { status, text } = await viewer.ask(`/embed/${game.slug}/api/results?limit=50`);
  expect(status).toBe(200);
  const [latest] = JSON.parse(text) as HistoryEntry[];
  const knownMs = phaseStartMs(latest?.round ?? 0, "result", game);
  expect(text).toBe(JSON.stringify(oracle.results(game, knownMs, { limit: 50 })));
}
