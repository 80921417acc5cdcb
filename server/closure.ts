import type { Game } from "../src/games/game.ts";
import type { Maintenance } from "./access/maintenance.ts";
import type { Oracle } from "./oracle.ts";

/** Why nobody may watch a game now: it is down, or its round did not open for want of a beacon. */
export type Closure = "maintenance" | "suspended";

/** What tells whether a game is open. */
export interface ClosureParts {
  readonly maintenance: Maintenance;
  readonly oracle: Pick<Oracle, "standing">;
}

/** Why a game is closed at a time, epoch ms; undefined while it is open. */
export function closureOf(
  { maintenance, oracle }: ClosureParts,
  game: Game,
  nowMs: number,
): Closure | undefined {
  if (maintenance.isDown(game.slug)) {
    return "maintenance";
  }
  return oracle.standing(game, nowMs) === null ? "suspended" : undefined;
}
