import { ServerResponse } from "node:http";
import type { H3Event } from "h3";
import type { Deps } from "../deps.ts";
import { closedReasonOf } from "../oracle/closed-reason.ts";
import { STREAM_HEADERS } from "../oracle/streams.ts";
import { clientAddress } from "./proxies.ts";
import { noStream } from "./refusal.ts";
import { gameRoute, refusalOf } from "./route.ts";

/**
 * GET /embed/{slug}/api/stream: the state now and on every phase change, as server-sent events. The last event id is
 * ignored, because each message is the whole state. 404 for an unknown game; 503 in maintenance, while no round is
 * open, or for too many streams.
 */
export const stream = (deps: Deps) =>
  gameRoute((event, game) => {
    const time = deps.clock.time();
    const closedReason = closedReasonOf(deps, game, time);
    if (closedReason !== undefined) {
      deps.metrics.streamsRefused.inc({ reason: closedReason });
      throw refusalOf(closedReason, game, time.earliestMs);
    }
    return streamResponse(deps, event, game.slug);
  });

/** Responds with a stream. Throws 503 for too many streams. */
export function streamResponse(
  { streams, metrics, proxies }: Deps,
  event: H3Event,
  name: string,
): Response | Promise<never> {
  const node = event.runtime?.node;
  const address = clientAddress(event, proxies);
  const refusal = node?.res?.socket === null ? "pipelined" : streams.refusal(address);
  if (refusal !== undefined) {
    metrics.streamsRefused.inc({ reason: refusal });
    throw noStream(refusal);
  }
  if (event.req.method === "HEAD") {
    return new Response(null, { headers: STREAM_HEADERS });
  }
  if (!(node?.res instanceof ServerResponse)) {
    throw new TypeError("A stream needs a node:http response to write to.");
  }
  metrics.countResponse(event.context.matchedRoute?.route, 200);
  streams.open(name, node.res, address);
  // A value from the route would end the response, which now belongs to the stream, so this never resolves. The
  // pending promise is garbage-collected.
  return new Promise(() => {});
}
