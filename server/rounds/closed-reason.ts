import type { Game } from "../../src/games/contract.ts";
import { roundAt, roundStartMs } from "../../src/round/phases.ts";
import type { Maintenance } from "../access/maintenance.ts";
import { clockAstray, maintenance, suspended } from "../http/refusal.ts";
import type { BoundedTime } from "../time/bounded-time.ts";
import type { ServiceClock } from "../time/service-clock.ts";
import type { Oracle } from "./oracle.ts";

/**
 * Why nobody may watch a game now: it is down, its round is suspended since no beacon came, or this
 * server does not know the time.
 */
export type ClosedReason = "maintenance" | "suspended" | "clock";

/** What decides whether a game is open. */
export interface ClosedReasonDeps {
  readonly maintenance: Maintenance;
  readonly oracle: Pick<Oracle, "standing">;
  readonly clock: Pick<ServiceClock, "fault">;
}

/** Why a game is closed at a time; undefined while it is open. */
export function closedReasonOf(
  { maintenance, oracle, clock }: ClosedReasonDeps,
  game: Game,
  time: BoundedTime,
): ClosedReason | undefined {
  if (maintenance.isDown(game.slug)) {
    return "maintenance";
  }
  if (clock.fault() !== null) {
    return "clock";
  }
  return oracle.standing(game, time) === null ? "suspended" : undefined;
}

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
