import type { Game } from "../../src/games/contract.ts";
import { roundAt, roundStartMs } from "../../src/round/phases.ts";
import { clockAstray, maintenance, suspended } from "../http/refusal.ts";
import type { BoundedTime } from "../time/bounded-time.ts";
import { closedReasonOf } from "./closed-reason.ts";
import type { ClosedReason, ClosedReasonDeps } from "./closed-reason.ts";

/** The refusal, 503, for a game that is closed. */
export function refusalOf(closedReason: ClosedReason, game: Game, nowMs: number) {
  switch (closedReason) {
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
export function requireOpen(deps: ClosedReasonDeps, game: Game, time: BoundedTime): void {
  const closedReason = closedReasonOf(deps, game, time);
  if (closedReason !== undefined) {
    throw refusalOf(closedReason, game, time.earliestMs);
  }
}
