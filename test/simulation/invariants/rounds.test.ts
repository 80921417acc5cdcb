import { beforeEach, expect, test } from "vitest";
import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import { phaseStartMs, roundStartMs } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import type { RoundState } from "../../../src/wire.ts";
import { createFindings } from "../findings.ts";
import type { Findings } from "../findings.ts";
import { watchRounds } from "./rounds.ts";
import type { RoundWatch } from "./rounds.ts";

/* A watch that never says anything would let every fault pass: each promise is seen kept and broken here. */

const game = findGame("baccarat") as Game;
const ROUND = 1_000;
const TURNED_MS = phaseStartMs(ROUND, "revealing", game);
const RESULT_MS = phaseStartMs(ROUND, "result", game);
const HEAD = { round: ROUND, daily_round: 41, date: "2026-01-01" };

let findings: Findings;
let rounds: RoundWatch;

beforeEach(() => {
  findings = createFindings(() => {});
  rounds = watchRounds(findings, "seed");
});

/** Has a server show the round. */
function show(phase: Phase, winner: string | null, sentMs: number, remainMs = 0): void {
  const state: RoundState<{ winner: string | null }> = { ...HEAD, phase, remainMs, winner };
  rounds.state("north", game, state, sentMs, sentMs + 20);
}

test("a round that is shown when its cards are turned, and stays so, is as promised", () => {
  show("betting", null, roundStartMs(ROUND, game.intervalMs), 15_000);
  show("betting", null, TURNED_MS - 100, 100);
  show("revealing", "banker", TURNED_MS);
  show("result", "banker", RESULT_MS);
  rounds.history("south", game, [{ ...HEAD, winner: "banker" } as { round: number }]);
  rounds.header("north", game.slug, "2026-01-01", "{}");
  rounds.header("south", game.slug, "2026-01-01", "{}");
  rounds.header("south", game.slug, "2026-01-02", "{ }");
  expect(findings.first).toBeNull();
});

test("what was asked before the cards were shown may still take bets", () => {
  show("revealing", "banker", TURNED_MS);
  show("betting", null, TURNED_MS - 10, 10);
  expect(findings.first).toBeNull();
});

test("an outcome that is shown before its cards are turned is found", () => {
  show("betting", "banker", TURNED_MS - 520);
  expect(findings.first).toBe(
    `no outcome early: north showed baccarat ${ROUND} 500 ms before its cards are turned`,
  );
});

test("with beacons the cards are turned later, and an outcome in between is found", () => {
  rounds = watchRounds(findings, "drand");
  show("revealing", "banker", TURNED_MS);
  expect(findings.first).toMatch(/^no outcome early: .* 1980 ms before/);
});

test("bets on an outcome that was shown are found", () => {
  show("revealing", "banker", TURNED_MS);
  show("betting", null, TURNED_MS + 1_000, 500);
  expect(findings.first).toMatch(/^no bets on a known outcome: north takes bets on baccarat 1000/);
});

test("two servers that tell one round apart are found", () => {
  show("result", "banker", RESULT_MS);
  show("result", "player", RESULT_MS);
  expect(findings.first).toMatch(/^history never changes: north says of baccarat 1000 .*player/);
});

test("a history that tells a round apart from its result is found", () => {
  show("result", "banker", RESULT_MS);
  rounds.history("south", game, [{ ...HEAD, winner: "player" } as { round: number }]);
  expect(findings.first).toMatch(/^history never changes: south says of baccarat 1000/);
});

test("a second header of a day is found", () => {
  rounds.header("north", game.slug, "2026-01-01", "{}");
  rounds.header("south", game.slug, "2026-01-01", '{"root":"x"}');
  expect(findings.first).toMatch(/^one header a day: south has another header of baccarat 2026-/);
});
