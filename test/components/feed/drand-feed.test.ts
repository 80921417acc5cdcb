import { describe, expect, test } from "vitest";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { phaseStartMs, roundAt, roundStartMs } from "../../../src/round/phases.ts";
import { drandOracle, LATENCY_MS } from "../../support/drand-oracle.ts";
import { isFull, times } from "../../support/effort.ts";
import { network } from "../../support/test-proofs.ts";
import { SimulatedService, WAYS } from "./simulated-service.ts";
import type { Announced, Conditions } from "./simulated-service.ts";

const START_MS = Date.UTC(2026, 6, 1, 12);
const MINUTE_MS = 60_000;
const SPAN_MS = times(6, 20) * MINUTE_MS;

interface World extends Partial<Conditions> {
  comesAtMs?: (beaconTimeMs: number) => number;
}

/** Signing takes ten milliseconds, and nothing verifies these beacons. */
const signer = { ...network, sign: (beaconRound: number) => new Uint8Array(48).fill(beaconRound) };

function viewer(game: Game, { comesAtMs, ...more }: World = {}): SimulatedService {
  const oracle = drandOracle({ signer, now: () => Date.now(), comesAtMs });
  return new SimulatedService({ game, startMs: START_MS, oracle, ...more });
}

const namesOf = (received: readonly Announced[]) =>
  received.map(({ state }) => `${state.round}:${state.phase}`);

/** Two games have the same times, so one is enough. */
const tried = games.filter(({ slug }) => slug !== "baccarat" || isFull);

describe.each(tried.flatMap((game) => WAYS.map((way) => ({ game, slug: game.slug, ...way }))))(
  "a viewer of $slug in drand mode, $way",
  ({ game, faultAt, way }) => {
    test("a viewer gets every phase on time", async () => {
      const service = viewer(game, { faultAt, latencyMs: () => 60 });
      await service.run(MINUTE_MS);
      const fromMs = service.nowMs;
      await service.run(SPAN_MS);
      const received = service.announced.filter(({ atMs }) => atMs >= fromMs);
      const rounds = SPAN_MS / game.intervalMs;
      expect(received).toHaveLength(4 * rounds);
      const lateMs = received.map(
        ({ state, atMs }) => atMs - phaseStartMs(state.round, state.phase, game.drand),
      );
      expect(Math.max(...lateMs)).toBeLessThanOrEqual(100 + 60);
      expect(service.countRequests(fromMs)).toBeLessThanOrEqual(
        (way === "streaming" ? 0.1 : 4.1) * rounds,
      );
      expect(service.feed.results).toEqual(service.snapshot().results);
    });

    function lateBeacon(round: number, comesMs: number): SimulatedService {
      const beaconTimeMs = roundStartMs(round, game.intervalMs) + game.drand.closesMs + 3_000;
      const comesAtMs = (ms: number) => (ms === beaconTimeMs ? comesMs : ms + LATENCY_MS);
      return viewer(game, { faultAt, comesAtMs });
    }

    test("a viewer waits for a late beacon with few requests", async () => {
      const round = roundAt(START_MS, game.intervalMs) + 6;
      const resultMs = phaseStartMs(round, "result", game.drand);
      const comesMs = resultMs + 500;
      const service = lateBeacon(round, comesMs);
      const revealMs = phaseStartMs(round, "revealing", game.drand);
      await service.run(revealMs + 100 - START_MS);
      await service.run(comesMs - 100 - service.nowMs);
      expect(service.countRequests(revealMs, "current")).toBeLessThanOrEqual(
        1 + (comesMs - revealMs) / 1_000,
      );
      expect(service.feed.remainMs).toBe(0);
      expect(service.feed.connection).toBe("live");
      await service.run(2 * game.intervalMs);
      const received = namesOf(service.announced).filter((name) => name.startsWith(`${round}:`));
      expect(received.slice(0, 2)).toEqual([`${round}:betting`, `${round}:result`]);
      expect(received).toHaveLength(3);
      expect(service.feed.results).toEqual(service.snapshot().results);
    });

    test("a viewer gets a round's result even if its beacon comes after the round", async () => {
      const round = roundAt(START_MS, game.intervalMs) + 6;
      const comesMs = roundStartMs(round + 3, game.intervalMs);
      const service = lateBeacon(round, comesMs);
      await service.run(comesMs - 1_000 - START_MS);
      expect(service.feed.results.map((entry) => entry.round)).not.toContain(round);
      expect(service.feed.results[0]?.round).toBe(round + 2);
      await service.run(2 * game.intervalMs);
      const rounds = service.feed.results.map((entry) => entry.round);
      expect(rounds).toEqual(rounds.map((_, index) => (rounds[0] ?? 0) - index));
      const fromMs = service.nowMs;
      await service.run(5 * MINUTE_MS);
      expect(service.countRequests(fromMs, "results")).toBe(0);
    });

    test("a table reconnects automatically once a round is open again", async () => {
      const fromMs = START_MS + 2 * MINUTE_MS;
      const toMs = fromMs + 3 * MINUTE_MS;
      const service = viewer(game, {
        faultAt,
        comesAtMs: (ms) => (ms > fromMs - 10_000 && ms < toMs ? toMs : ms + LATENCY_MS),
      });
      await service.run(toMs - 10_000 - START_MS);
      expect(service.feed.connection).toBe("suspended");
      expect(service.countRequests(fromMs)).toBeLessThan(30);
      await service.run(MINUTE_MS + 30_000);
      expect(service.feed.connection).toBe("live");
      expect(service.feed.state).toMatchObject({ round: roundAt(service.nowMs, game.intervalMs) });
      await service.run(2 * MINUTE_MS);
      expect(service.feed.results).toEqual(service.snapshot().results);
    });
  },
);
