import { games } from "../../src/games/index.ts";
import type { LobbyTable } from "../../src/wire.ts";
import type { BoundedTime } from "../time/bounded-time.ts";
import { closedReasonOf } from "./closed-reason.ts";
import type { ClosedReason, ClosedReasonDeps } from "./closed-reason.ts";
import type { Oracle } from "./oracle.ts";

/** How all tables stand at a time, and their clocks. */
export function lobbyTables(
  deps: ClosedReasonDeps & { readonly oracle: Oracle },
  time: BoundedTime,
): LobbyTable[] {
  const { oracle } = deps;
  return games.map((game) => {
    const reason = closedReasonOf(deps, game, time);
    return {
      game: game.slug,
      closed: reason === undefined ? null : closedForViewers(reason),
      state: reason === undefined ? oracle.current(game, time) : null,
      schedule: oracle.schedule(game, time.earliestMs),
    };
  });
}

/** Why a game is closed, as the lobby says it. */
export function closedForViewers(reason: ClosedReason): "maintenance" | "suspended" {
  return reason === "suspended" ? "suspended" : "maintenance";
}
