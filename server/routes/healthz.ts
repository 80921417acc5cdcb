import type { Deps } from "../deps.ts";
import { notReady } from "../refusal.ts";
import { json, readOnly } from "./request.ts";

/**
 * GET /healthz: 200 when the service can serve, 503 with the reason when not. It can in maintenance,
 * and without its store, which it then says: rounds and known keys go on, and were this a 503, every
 * replica would be taken out of service together.
 */
export const healthz = (deps: Deps) =>
  readOnly((event) => {
    switch (deps.storeState()) {
      case "answering":
        return json(event, { status: "ok" });
      case "lost":
        return json(event, {
          status: "degraded",
          detail: "The store of keys does not answer. Rounds and known keys go on.",
        });
      case "unwatched":
        throw notReady("The service has stopped.");
    }
  });
