import type { RequestListener } from "node:http";
import { HEADERS } from "../http/headers.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Answers GET /metrics, and nothing else. On a port of its own: what cannot be reached from outside
 * needs no token, and a scraper's configuration then holds no secret.
 */
export function metricsListener(metrics: Metrics): RequestListener {
  return async (request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
    } else if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
    } else {
      const text = await metrics.text();
      response.writeHead(200, {
        "content-type": metrics.contentType,
        ...HEADERS.metrics,
      });
      response.end(text);
    }
  };
}
