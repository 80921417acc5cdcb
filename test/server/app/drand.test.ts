import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { committedDays } from "../../../server/fairness/commitments.ts";
import { verify } from "../../../src/fairness/check-round.ts";
import { headerPath, recordPath } from "../../../src/fairness/paths.ts";
import { dateOfDay, dayAt, dayOfRound, dayStartMs } from "../../../src/fairness/utc-day.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { phaseStartMs, roundAt, roundStartMs } from "../../../src/round/phases.ts";
import type { HistoryEntry } from "../../../src/wire/responses.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { chainOf } from "../../support/drand-chain.ts";
import { decideRound, drandSettings, openRound } from "../../support/drand-service.ts";
import { times } from "../../support/effort.ts";
import { firstPaintOf, snapshotOf } from "../../support/embed-page.ts";
import { eventually } from "../../support/eventually.ts";
import { startListening } from "../../support/listening-service.ts";
import { issueKey, NOW_MS, playRound, startService } from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";
import { readStream } from "../../support/stream-reader.ts";
import { network } from "../../support/test-proofs.ts";

const api = (game: Game, part: string) => `/embed/${game.slug}/api/${part}`;

async function latestOf({ read }: TestService, game: Game): Promise<number | undefined> {
  const entries = (await read(api(game, "results?limit=1"))) as HistoryEntry[];
  return entries[0]?.round;
}

async function verdictOf({ read }: TestService, game: Game, round: number) {
  const { keys } = (await read("/fairness/keys.json")) as { keys: string[] };
  const record = await read(recordPath(game.slug, round));
  const header = await read(headerPath({ game: game.slug, round }));
  const trusted = { keys: { pinned: keys, shown: [] }, chains: [network.chain] };
  // These are the service's first days.
  return verify({ record, header, ...trusted, dayBefore: null }).verdict;
}

describe.each(games.slice(1))("a $slug round whose beacon is late", (game) => {
  const round = roundAt(NOW_MS, game.intervalMs) + 4;
  const resultMs = phaseStartMs(round, "result", game.drand);

  async function start() {
    const service = await startListening({ env: drandSettings() });
    openRound(service, game, round);
    await service.catchUp();
    return service;
  }

  test("a late round continues in the phase that is due when its beacon arrives", async () => {
    const service = await start();
    const { until, messages } = await readStream(service.url + api(game, "stream"));
    await until(1);
    service.clock.nowMs = resultMs + 1_000;
    const before = await (await fetch(service.url + api(game, "current"))).json();
    expect(before).toMatchObject({ round, phase: "betting", remainMs: 0 });
    decideRound(service, game, round);
    const received = await until(2);
    expect(received.map(({ id }) => id)).toEqual([`${round}:betting`, `${round}:result`]);
    // The prepared responses also change at once.
    const state = await (await fetch(service.url + api(game, "current"))).json();
    expect(state).toEqual(received[1]?.state);
    expect(messages()).toHaveLength(2);
    expect(await verdictOf(service, game, round)).toBe("consistent");
  });

  test("the round stays undecided until its beacon arrives", async () => {
    const service = await start();
    const path = api(game, "results?limit=3");
    service.clock.nowMs = resultMs;
    const early = await service.ask(path);
    service.clock.nowMs = resultMs + game.intervalMs - 1;
    const undecided = await service.ask(path);
    expect(undecided.headers.get("etag")).toBe(early.headers.get("etag"));
    expect(JSON.stringify(await undecided.json())).not.toContain(`"round":${round},`);
    expect(await verdictOf(service, game, round)).toBe("undecided");
    const record = await service.ask(recordPath(game.slug, round));
    expect(record.headers.get("cache-control")).toBe("no-store");
    decideRound(service, game, round);
    const decided = await service.ask(path);
    expect(decided.headers.get("etag")).not.toBe(early.headers.get("etag"));
    expect(await decided.json()).toMatchObject([{ round }]);
    expect(await verdictOf(service, game, round)).toBe("consistent");
  });
});

describe.each(games.slice(1))("$slug in drand mode", (game) => {
  const round = roundAt(NOW_MS, game.intervalMs) + 4;
  const startMs = roundStartMs(round, game.intervalMs);

  test("no round opens without a fresh beacon", async () => {
    const service = await startListening({ env: drandSettings() });
    const { keyText } = await issueKey(service);
    openRound(service, game, round - 1);
    await service.catchUp();
    const { until, ended } = await readStream(service.url + api(game, "stream"));
    await until(1);
    decideRound(service, game, round - 1);
    const page = `/embed/${game.slug}/?key=${keyText}`;
    const paths = [api(game, "current"), api(game, "stream"), page];
    for (const intoMs of [0, 1, game.intervalMs / 2, game.intervalMs - 1]) {
      service.clock.nowMs = startMs + intoMs;
      for (const path of paths) {
        const response = await fetch(service.url + path, {
          headers: { accept: "application/json" },
        });
        expect(response.status).toBe(503);
        const seconds = Math.ceil((game.intervalMs - intoMs) / 1_000);
        expect(response.headers.get("retry-after")).toBe(String(seconds));
        expect(response.headers.get("access-control-expose-headers")).toBe("retry-after");
        expect(await response.text()).toMatch(/Rounds are paused/);
      }
    }
    const refusal = await service.read(api(game, "current"));
    expect(refusal).toMatchObject({ title: "Service Unavailable", reason: "suspended" });
    // Cause: /healthz returned "ok" while every table returned 503.
    const health = await fetch(`${service.url}/healthz`);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({
      status: "degraded",
      detail: expect.stringMatching(`^No round is open for .*${game.slug}`),
    });
    await eventually(ended);
    // A viewer gets a waiting table, with the previous round as its last.
    const shown = await fetch(service.url + page, { headers: { accept: "text/html" } });
    expect([shown.status, shown.headers.get("retry-after")]).toEqual([503, "1"]);
    const html = await shown.text();
    expect(snapshotOf(html)).toMatchObject({ state: null, results: [{ round: round - 1 }] });
    expect(firstPaintOf(html)).toContain("Waiting to open");
    expect(await latestOf(service, game)).toBe(round - 1);
    expect(await verdictOf(service, game, round - 1)).toBe("consistent");
    // The round gets a result later, but was never displayed.
    service.clock.nowMs = phaseStartMs(round, "result", game.drand);
    decideRound(service, game, round);
    expect((await service.ask(api(game, "current"))).status).toBe(503);
    expect(await latestOf(service, game)).toBe(round);
    openRound(service, game, round + 1);
    expect(await service.read(api(game, "current"))).toMatchObject({
      round: round + 1,
      phase: "betting",
      remainMs: game.drand.closesMs,
    });
  });
});

const [game, , race] = games as [Game, Game, Game];
const ROUND = roundAt(NOW_MS, game.intervalMs) + 4;
const ROUND_MS = roundStartMs(ROUND, game.intervalMs);

test("a restarted service continues an open round", async () => {
  const first = await startService({ env: drandSettings() });
  openRound(first, game, ROUND);
  const { dataDir } = first;
  // The beacon is stored even if the service is stopped at once.
  await first.close();
  const clock = { nowMs: ROUND_MS + 4_000 };
  const second = await startService({
    nowMs: clock.nowMs,
    env: { ...drandSettings(), DATA_DIR: dataDir },
  });
  expect(await second.read(api(game, "current"))).toMatchObject({ round: ROUND });
  await second.close();
  // Some minutes later, with a relay that is up.
  clock.nowMs += times(3, 10) * 60_000;
  const relay = await chainOf(network, () => clock.nowMs).startRelay();
  const third = await startService({
    nowMs: clock.nowMs,
    env: { ...drandSettings([relay.url]), DATA_DIR: dataDir },
  });
  for (const other of games) {
    const running = roundAt(clock.nowMs, other.intervalMs);
    const firstPlayed = roundAt(NOW_MS, other.intervalMs);
    await eventually(async () => {
      const entries = (await third.read(api(other, "results?limit=99"))) as HistoryEntry[];
      return entries.length >= running - firstPlayed;
    });
    const entries = (await third.read(api(other, "results?limit=99"))) as HistoryEntry[];
    const rounds = entries.map((entry) => entry.round);
    const expected = Array.from({ length: running - firstPlayed }, (_, i) => running - 1 - i);
    // Nothing from before the first start is published.
    expect(rounds).toEqual(expected);
  }
});

test("a mode change applies from the first unpublished day", async () => {
  const DAY = dayAt(NOW_MS);
  const first = await startService();
  const env = { ...drandSettings(), DATA_DIR: first.dataDir };
  await first.close();
  // Half an hour before DAY + 2 must be published.
  const second = await startService({ nowMs: dayStartMs(DAY + 1) - 1_800_000, env });
  const entropyOf = async (service: TestService, day: number) => {
    const header = await service.read(`/fairness/${game.slug}/${dateOfDay(day)}.json`);
    return (header as { entropy: string }).entropy;
  };
  const modes = await Promise.all([DAY, DAY + 1, DAY + 2].map((day) => entropyOf(second, day)));
  expect(modes).toEqual(["seed", "seed", "drand"]);
  const midnightMs = dayStartMs(DAY + 2);
  const round = roundAt(midnightMs, game.intervalMs);
  // The day's last round still depends on its seed alone.
  await playRound(second, game, round - 1);
  second.clock.nowMs = midnightMs - 2_000;
  expect(await second.read(api(game, "current"))).toMatchObject({
    round: round - 1,
    phase: "waiting",
  });
  expect(await second.read(api(game, "schedule"))).toMatchObject({
    entropy: "seed",
    closesMs: 15_000,
    next: { round, entropy: "drand", closesMs: 12_000 },
  });
  openRound(second, game, round);
  await second.catchUp();
  expect(await second.read(api(game, "current"))).toMatchObject({ round, remainMs: 12_000 });
  expect(await second.read(api(game, "schedule"))).toMatchObject({ entropy: "drand", next: null });
  expect(await second.read("/fairness/keys.json")).toMatchObject({ chains: [network.chain] });
  decideRound(second, game, round);
  second.clock.nowMs = phaseStartMs(round, "result", game.drand);
  expect(await latestOf(second, game)).toBe(round);
  for (const past of [round - 1, round]) {
    expect(await verdictOf(second, game, past)).toBe("consistent");
  }
});

test("no response contains a seed or an outcome before the clock and the beacon allow it", async () => {
  const service = await startService({ env: drandSettings() });
  const { clock, ask } = service;
  const days = committedDays({ of: () => VECTOR_SECRET });
  const firstMs = NOW_MS + 3_600_000;
  let slot = 0;
  const moments = fc.record({
    other: fc.constantFrom(game, race),
    intoMs: fc.integer({ min: 0, max: 59_999 }),
    isDecided: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(moments, async ({ other, intoMs, isDecided }) => {
      // Each run has a new round, since an arrived beacon stays.
      slot += 1;
      const round = roundAt(firstMs + slot * 300_000, other.intervalMs);
      openRound(service, other, round);
      if (isDecided) {
        decideRound(service, other, round);
      }
      const nowMs = roundStartMs(round, other.intervalMs) + (intoMs % other.intervalMs);
      clock.nowMs = nowMs;
      const isOver = isDecided && nowMs >= phaseStartMs(round, "result", other.drand);
      const seed = days(other, dayOfRound(round, other.intervalMs)).seedOf(round);
      const fullText = async (path: string) => {
        const response = await ask(path);
        return `${JSON.stringify([...response.headers])}${await response.text()}`;
      };
      const record = await fullText(recordPath(other.slug, round));
      const history = await fullText(api(other, "results?limit=3"));
      const all = await Promise.all(
        [
          headerPath({ game: other.slug, round }),
          "/fairness/keys.json",
          api(other, "current"),
          api(other, "schedule"),
        ].map(fullText),
      );
      const isRevealed = [record, history, ...all]
        .join("")
        .includes(Buffer.from(seed).toString("hex"));
      expect(isRevealed).toBe(isOver);
      expect(record.includes("outcome")).toBe(isOver);
      expect(history.includes(`"round":${round},`)).toBe(isOver);
      const isShown = isDecided && nowMs >= phaseStartMs(round, "revealing", other.drand);
      const state = (await service.read(api(other, "current"))) as Record<string, unknown>;
      expect(state["phase"] === "betting").toBe(!isShown);
      // The game's fields follow the five common ones.
      const fields = Object.values(Object(state)).slice(5);
      expect(fields.every((value) => value === null)).toBe(!isShown);
    }),
    { numRuns: times(8, 25) },
  );
});
