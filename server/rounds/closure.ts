import type { Game } from "../../src/games/contract.ts";
import type { Maintenance } from "../access/maintenance.ts";
import type { BoundedTime } from "../time/bounded-time.ts";
import type { ServiceClock } from "../time/service-clock.ts";
import type { Oracle } from "./oracle.ts";

/**
 * Why nobody may watch a game now: it is down, its round did not open for want of a beacon, or this
 * server does not know the time.
 */
export type Closure = "maintenance" | "suspended" | "clock";

/** What tells whether a game is open. */
export interface ClosureParts {
  readonly maintenance: Maintenance;
  readonly oracle: Pick<Oracle, "standing">;
  readonly clock: Pick<ServiceClock, "fault">;
}

/** Why a game is closed at the time that the clock tells now; undefined while it is open. */
export function closureOf(
  { maintenance, oracle, clock }: ClosureParts,
  game: Game,
  time: BoundedTime,
): Closure | undefined {
  if (maintenance.isDown(game.slug)) {
    return "maintenance";
  }
  if (clock.fault() !== null) {
    return "clock";
  }
  return oracle.standing(game, time) === null ? "suspended" : undefined;
}
