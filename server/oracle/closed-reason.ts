import type { Game } from "../../src/games/contract.ts";
import { roundAt, roundStartMs } from "../../src/round/phases.ts";
import type { LobbyChange } from "../../src/wire/responses.ts";
import type { Maintenance } from "../access/maintenance.ts";
import type { Oracle } from "./oracle.ts";
import type { ServiceClock } from "./service-clock.ts";
import type { BoundedTime } from "./time-source.ts";

/**
 * Why a game is closed to viewers: it is in maintenance, its round is suspended because no beacon arrived, or this
 * server does not know the time.
 */
export type ClosedReason = "maintenance" | "suspended" | "clock";

export interface ClosedReasonDeps {
  readonly maintenance: Maintenance;
  readonly oracle: Pick<Oracle, "runningPhase">;
  readonly clock: Pick<ServiceClock, "fault">;
}

/** Why a game is closed; undefined while it is open. */
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
  return oracle.runningPhase(game, time) === null ? "suspended" : undefined;
}

export function untilNextRoundS(game: Game, nowMs: number): number {
  const nextMs = roundStartMs(roundAt(nowMs, game.intervalMs) + 1, game.intervalMs);
  return Math.ceil((nextMs - nowMs) / 1_000);
}

export interface VisibleStateDeps extends ClosedReasonDeps {
  readonly oracle: Pick<Oracle, "runningPhase" | "current">;
}

export function visibleState(deps: VisibleStateDeps, game: Game, time: BoundedTime): LobbyChange {
  const reason = closedReasonOf(deps, game, time);
  if (reason === undefined) {
    return { game: game.slug, closed: null, state: deps.oracle.current(game, time) };
  }
  const closed = reason === "suspended" ? "suspended" : "maintenance";
  return { game: game.slug, closed, state: null };
}
