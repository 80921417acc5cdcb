import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { roundAt, roundStartMs } from "../../src/round/phases.ts";
import type { LobbyTable } from "../../src/wire/answers.ts";
import type { Maintenance } from "../access/maintenance.ts";
import type { Oracle } from "./oracle.ts";
import type { ServiceClock } from "./service-clock.ts";
import type { BoundedTime } from "./time-source.ts";

/**
 * Why a game is closed to viewers: it is in maintenance, its round is suspended because no beacon arrived, or this
 * server does not know the time.
 */
export type ClosedReason = "maintenance" | "suspended" | "clock";

/** The facts that decide whether a game is open. */
export interface ClosedReasonDeps {
  readonly maintenance: Maintenance;
  readonly oracle: Pick<Oracle, "runningPhase">;
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
  return oracle.runningPhase(game, time) === null ? "suspended" : undefined;
}

/** The time until a game's next round begins, in whole seconds. */
export function untilNextRoundS(game: Game, nowMs: number): number {
  const nextMs = roundStartMs(roundAt(nowMs, game.intervalMs) + 1, game.intervalMs);
  return Math.ceil((nextMs - nowMs) / 1_000);
}

/** The states of all tables at a time, and their clocks. */
export function lobbyTables(
  deps: ClosedReasonDeps & { readonly oracle: Oracle },
  time: BoundedTime,
): LobbyTable[] {
  const { oracle } = deps;
  return games.map((game) => {
    const reason = closedReasonOf(deps, game, time);
    return {
      game: game.slug,
      closed: closedForViewers(reason),
      state: reason === undefined ? oracle.current(game, time) : null,
      schedule: oracle.schedule(game, time.earliestMs),
    };
  });
}

/** Why a game is closed, in the lobby's terms; null for an open one. */
export function closedForViewers(reason: ClosedReason | undefined): LobbyTable["closed"] {
  if (reason === undefined) {
    return null;
  }
  return reason === "suspended" ? "suspended" : "maintenance";
}
