import type { Deps } from "../deps.ts";
import { gameRoute, json } from "./request.ts";

/**
 * GET /embed/{slug}/api/schedule: the game's clock, which goes on in maintenance. Its `now` is the
 * earliest time, by which phases turn here: no page is to turn one before. 404 unknown game.
 */
export const schedule = (deps: Deps) =>
  gameRoute((event, game) => json(event, deps.oracle.schedule(game, deps.clock.time().earliestMs)));
