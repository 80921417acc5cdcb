import type { Log } from "../runtime/log.ts";
import type { FetchDeps } from "./fetch-beacon.ts";

/** Logs when a source of beacons begins to fail, and when it answers again. */
export function logSourceFaults(log: Log): FetchDeps["note"] {
  const failing = new Set<string>();
  return (source, outcome) => {
    if (outcome === "genuine") {
      if (failing.delete(source.name)) {
        log("beacon source answers again", { source: source.name });
      }
    } else if (outcome !== "early" && !failing.has(source.name)) {
      failing.add(source.name);
      log("beacon source fails", { source: source.name, fault: outcome });
    }
  };
}
