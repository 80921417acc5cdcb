import type { Game } from "../src/games/game.ts";
import type { Maintenance } from "./access/maintenance.ts";
import type { Oracle } from "./oracle.ts";
import type { BoundedTime } from "./time/bounded-time.ts";

/** Why nobody may watch a game now: it is down, or its round did not open for want of a beacon. */
export type Closure = "maintenance" | "suspended";

/** What tells whether a game is open. */
export interface ClosureParts {
  readonly maintenance: Maintenance;
  readonly oracle: Pick<Oracle, "standing">;
}

/** Why a game is closed at a time; undefined while it is open. */
export function closureOf(
  { maintenance, oracle }: ClosureParts,
  game: Game,
  time: BoundedTime,
): Closure | undefined {
  if (maintenance.isDown(game.slug)) {
    return "maintenance";
  }
  return oracle.standing(game, time) === null ? "suspended" : undefined;
}
