import type { Deps } from "../deps.ts";
import { notReady } from "../refusal.ts";
import { json, readOnly } from "./request.ts";

/** GET /healthz: 200 when the service can serve, maintenance included; 503 with the reason if not. */
export const healthz = (deps: Deps) =>
  readOnly(async (event) => {
    try {
      await deps.ping();
    } catch (error) {
      deps.log("unhealthy", { reason: String(error) });
      throw notReady("The store of keys cannot be read.");
    }
    return json(event, { status: "ok" });
  });
