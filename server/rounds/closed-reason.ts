import type { Game } from "../../src/games/contract.ts";
import type { Maintenance } from "../access/maintenance.ts";
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
