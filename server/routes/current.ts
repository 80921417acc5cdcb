import type { Deps } from "../deps.ts";
import { maintenance } from "../refusal.ts";
import { gameRoute, json } from "./request.ts";

/** GET /embed/{slug}/api/current: the running round. 404 unknown game, 503 maintenance. */
export const current = (deps: Deps) =>
  gameRoute((event, game) => {
    if (deps.maintenance.isDown(game.slug)) {
      throw maintenance();
    }
    return json(event, deps.oracle.current(game, deps.now()));
  });
