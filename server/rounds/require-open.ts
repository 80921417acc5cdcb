import type { Game } from "../../src/games/contract.ts";
import { roundAt, roundStartMs } from "../../src/round/clock.ts";
import { clockAstray, maintenance, suspended } from "../http/refusal.ts";
import type { BoundedTime } from "../time/bounded-time.ts";
import { closureOf } from "./closure.ts";
import type { Closure, ClosureDeps } from "./closure.ts";

/** The refusal, 503, for a game that is closed. */
export function refusalOf(closure: Closure, game: Game, nowMs: number) {
  switch (closure) {
    case "maintenance":
      return maintenance();
    case "clock":
      return clockAstray();
    case "suspended":
      return suspended(untilNextRoundS(game, nowMs));
  }
}

/** Until a game's next round begins, in whole seconds. */
export function untilNextRoundS(game: Game, nowMs: number): number {
  const nextMs = roundStartMs(roundAt(nowMs, game.intervalMs) + 1, game.intervalMs);
  return Math.ceil((nextMs - nowMs) / 1_000);
}

/** Throws the refusal that fits while a game is closed. */
export function requireOpen(deps: ClosureDeps, game: Game, time: BoundedTime): void {
  const closure = closureOf(deps, game, time);
  if (closure !== undefined) {
    throw refusalOf(closure, game, time.earliestMs);
  }
}
