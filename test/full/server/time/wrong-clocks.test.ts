/* A server whose clock was 2 s fast showed every result 2 s before bets closed. Here clocks are set by libfaketime. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { Game } from "../../../../src/games/contract.ts";
import { games } from "../../../../src/games/index.ts";
import { phaseStartMs } from "../../../../src/round/phases.ts";
import type { RoundState } from "../../../../src/wire/answers.ts";
import { someBuild } from "../../../support/build.ts";
import { shiftedDatabase } from "../../../support/database-clock.ts";
import { settingsFor } from "../../../support/engines.ts";
import { eventually } from "../../../support/eventually.ts";
import { startServer } from "../../../support/server-process.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../../../support/service.ts";
import { readStream } from "../../../support/stream-reader.ts";
import { tempFolder } from "../../../support/temp-store.ts";
import { wrongClock } from "../../../support/wrong-clock.ts";

/** What servers were seen to do wrong, by this machine's clock, which is right. */
interface Findings {
  /** Answers that were looked at. */
  answers: number;
  /** Answers of one server while it was refusing. */
  refusals: number;
  /** Outcomes that were there before the round's cards are to be turned. */
  early: number;
  /** Bets that one server took on a round whose outcome another had shown. */
  contradictions: number;
  /** Rounds of which two outcomes were shown. */
  differing: number;
}

/** An answer, and between which moments it was given. */
interface Seen {
  readonly server: string;
  readonly game: Game;
  readonly state: RoundState;
  readonly sentMs: number;
  readonly receivedMs: number;
}

const COMMON_FIELDS = 5;
const PAUSE_MS = 150;

/** Asks all servers for all games all the time, until it is stopped, and returns what was found. */
function watchServers(addresses: readonly string[]): { stop(): Promise<Findings> } {
  const seen: Seen[] = [];
  let refusals = 0;
  let isOver = false;

  async function ask(server: string, game: Game): Promise<void> {
    while (!isOver) {
      const sentMs = Date.now();
      try {
        const answer = await fetch(`${server}/embed/${game.slug}/api/current`);
        if (answer.status === 200) {
          const state = (await answer.json()) as RoundState;
          seen.push({ server, game, state, sentMs, receivedMs: Date.now() });
        } else {
          await answer.body?.cancel();
          refusals += 1;
        }
      } catch {
        // It is not there yet, or no more.
      }
      await pause(PAUSE_MS);
    }
  }

  const asking = addresses.flatMap((server) => games.map((game) => ask(server, game)));
  return {
    async stop() {
      isOver = true;
      await Promise.all(asking);
      return { answers: seen.length, refusals, ...judgeAnswers(seen) };
    },
  };
}

function isTold({ state }: Seen): boolean {
  return Object.values(state)
    .slice(COMMON_FIELDS)
    .some((value) => value !== null);
}

function judgeAnswers(
  seen: readonly Seen[],
): Pick<Findings, "early" | "contradictions" | "differing"> {
  const early = seen.filter(
    (one) => isTold(one) && one.receivedMs < phaseStartMs(one.state.round, "revealing", one.game),
  ).length;
  /** When an outcome was first seen, by game and round, and what it was. */
  const firstMs = new Map<string, number>();
  const outcomes = new Map<string, Set<string>>();
  for (const one of seen.filter(isTold)) {
    const name = `${one.game.slug} ${one.state.round}`;
    firstMs.set(name, Math.min(firstMs.get(name) ?? Infinity, one.receivedMs));
    if (one.state.phase === "result") {
      const fields = JSON.stringify(Object.entries(one.state).slice(COMMON_FIELDS));
      outcomes.set(name, (outcomes.get(name) ?? new Set()).add(fields));
    }
  }
  const contradictions = seen.filter(
    ({ game, state, sentMs }) =>
      state.remainMs > 0 && (firstMs.get(`${game.slug} ${state.round}`) ?? Infinity) < sentMs,
  ).length;
  const differing = [...outcomes.values()].filter((said) => said.size > 1).length;
  return { early, contradictions, differing };
}

/** How long it takes until a server answers `current` with a status, in ms. */
async function untilStatus(server: string, status: number): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const answer = await fetch(`${server}/embed/baccarat/api/current`);
    await answer.body?.cancel();
    if (answer.status === status) {
      return performance.now() - startMs;
    }
    if (performance.now() - startMs > 120_000) {
      throw new Error(`After two minutes ${server} still answers ${answer.status}.`);
    }
    await pause(20);
  }
}

beforeAll(someBuild, 600_000);

const CLEAN = { early: 0, contradictions: 0, differing: 0, refusals: 0 };
const secrets = { ORACLE_SECRET: SECRET_HEX, SIGNING_KEY: OTHER_SECRET_HEX, DEMO: "off" };

async function healthOf(address: string): Promise<unknown> {
  return (await fetch(`${address}/healthz`)).json();
}

describe("on PostgreSQL", () => {
  test("a second server with a wrong machine's clock says the same as the first, however it is set", async () => {
    const { place } = await shiftedDatabase();
    const settings = { ...settingsFor(place), ...secrets };
    const clock = await wrongClock(join(await tempFolder(), "clock"), "+1h");
    const right = await startServer(settings);
    const wrong = await startServer({ ...settings, ...clock.env });
    const trial = watchServers([right.address, wrong.address]);
    for (const ahead of ["+2s", "-30d", "+1d"]) {
      await clock.set(ahead);
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      expect(await healthOf(wrong.address)).toMatchObject({ status: "ok", clock: "sure" });
    }
    expect(await trial.stop()).toMatchObject(CLEAN);
  });

  test("a database whose clock is set back closes every table, until it is that late again", async () => {
    const database = await shiftedDatabase();
    const { address } = await startServer({ ...settingsFor(database.place), ...secrets });
    await database.shift(-600_000);
    await untilStatus(address, 503);
    expect(await healthOf(address)).toMatchObject({
      status: 503,
      detail: expect.stringContaining("Outcomes were revealed up to"),
    });
    await database.shift(0);
    await untilStatus(address, 200);
  });
});

describe("on one machine", () => {
  test("a clock that is set closes the tables and ends the streams, until it is back", async () => {
    const clock = await wrongClock(join(await tempFolder(), "clock"), "+0s");
    const server = await startServer({ ...secrets, ...clock.env });
    const { address } = server;
    for (const ahead of ["+2s", "-1h"]) {
      const stream = await readStream(`${address}/embed/baccarat/api/stream`);
      await stream.until(1);
      await clock.set(ahead);
      await untilStatus(address, 503);
      await eventually(() => stream.ended());
      await server.said('"event":"clock unusable"');
      const refused = await fetch(`${address}/embed/baccarat/api/current`);
      expect(await refused.json()).toMatchObject({ code: "time_unknown", reason: "clock" });
      expect((await fetch(`${address}/embed/baccarat/api/stream`)).status).toBe(503);
      await clock.set("+0s");
      await untilStatus(address, 200);
    }
  });

  test("bets that closed stay closed after a kill and a start with an earlier clock", async () => {
    const clock = await wrongClock(join(await tempFolder(), "clock"), "+0s");
    const first = await startServer({ ...secrets, ...clock.env });
    first.child.kill("SIGKILL");
    await first.ended();
    await clock.set("-1h");
    const settings = { DATA_DIR: first.dataDir, ...secrets, ...clock.env };
    const early = await startServer(settings);
    expect(await healthOf(early.address)).toMatchObject({
      status: 503,
      detail: expect.stringContaining("Outcomes were revealed up to"),
    });
    expect((await fetch(`${early.address}/embed/baccarat/api/current`)).status).toBe(503);
    early.child.kill("SIGKILL");
    await early.ended();
    await clock.set("+0s");
    const mended = await startServer(settings);
    expect(await healthOf(mended.address)).toMatchObject({ status: "ok", clock: "unwitnessed" });
  });
});
