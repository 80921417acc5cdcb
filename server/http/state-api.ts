import about from "../../package.json" with { type: "json" };
import { games } from "../../src/games/index.ts";
import type { Health } from "../../src/wire/responses.ts";
import type { Deps } from "../deps.ts";
import { closedReasonOf } from "../oracle/closed-reason.ts";
import { diskFault } from "../store/data-folder.ts";
import { notReady } from "./refusal.ts";
import { gameRoute, json, readOnly, refusalOf } from "./route.ts";

/** GET /embed/{slug}/api/current: the running round. 404 for an unknown game, 503 while it is closed. */
export const current = (deps: Deps) =>
  gameRoute((event, game) => {
    const time = deps.clock.time();
    const closedReason = closedReasonOf(deps, game, time);
    if (closedReason !== undefined) {
      throw refusalOf(closedReason, game, time.earliestMs);
    }
    return json(event, deps.oracle.current(game, time));
  });

/**
 * GET /embed/{slug}/api/schedule: the game's clock, which also runs in maintenance. Its `now` is the earliest time, by
 * which phases change on the server: no page may change phase before it. 404 for an unknown game.
 */
export const schedule = (deps: Deps) =>
  gameRoute((event, game) => json(event, deps.oracle.schedule(game, deps.clock.time().earliestMs)));

const DEGRADED_DETAIL = "Rounds and known keys continue for a short time.";
const NO_BEACON =
  "the public randomness source cannot be reached. Allow outgoing HTTPS, or list more relays in DRAND_RELAYS.";

/**
 * GET /healthz: 200 with the version if the service can serve, otherwise 503 with the reason. The service can serve in
 * maintenance. It can also serve without its store or some beacons, and then reports them: other rounds and known keys
 * continue, and a 503 would take all replicas out of service at once. It cannot serve while it is stopping, or while
 * its clock is unreliable, for example after ten seconds without the database clock.
 */
export const healthz = (deps: Deps) => {
  const { version } = about;
  return readOnly(async (event) => {
    if (deps.store.state === "unwatched") {
      throw notReady("The service has stopped.");
    }
    if (deps.streams.isEnding) {
      throw notReady("This server is stopping.");
    }
    const reason = deps.clock.fault();
    if (reason !== null) {
      throw notReady(`${reason} This server cannot show rounds until this is fixed.`);
    }
    const clock = deps.clock.trust;
    const { fault } = deps.store;
    // An unreadable folder is a separate fault.
    const disk = await diskFault(deps.dataDir).catch(() => null);
    const time = deps.clock.time();
    const suspended = games.filter((game) => closedReasonOf(deps, game, time) === "suspended");
    const faults = [
      ...(fault === null ? [] : [`${fault} ${DEGRADED_DETAIL}`]),
      ...(disk === null ? [] : [disk]),
      ...(suspended.length === 0
        ? []
        : [`No round is open for ${suspended.map(({ slug }) => slug).join(", ")}: ${NO_BEACON}`]),
    ];
    const health: Health =
      faults.length === 0
        ? { status: "ok", version, clock }
        : { status: "degraded", detail: faults.join(" "), version, clock };
    return json(event, health);
  });
};
