import type { H3Event } from "h3";
import type { Metrics } from "./metrics.ts";

/** Counts an answer under its route's pattern; addresses themselves are anybody's to make up. */
export function countAnswer(metrics: Metrics, event: H3Event, status: number): void {
  metrics.requests.inc({
    route: event.context.matchedRoute?.route ?? "none",
    status: String(status),
  });
}
