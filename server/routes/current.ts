import type { Deps } from "../deps.ts";
import { requireOpen } from "../rounds/closed-reason.ts";
import { gameRoute, json } from "./request.ts";

/**
 * GET /embed/{slug}/api/current: the running round. 404 unknown game, 503 maintenance or no round that
 * opened.
 */
export const current = (deps: Deps) =>
  gameRoute((event, game) => {
    const time = deps.clock.time();
    requireOpen(deps, game, time);
    return json(event, deps.oracle.current(game, time));
  });
