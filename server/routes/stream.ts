import { ServerResponse } from "node:http";
import type { Deps } from "../deps.ts";
import { clientAddress } from "../http/client-address.ts";
import { HEADERS } from "../http/headers.ts";
import { noStream } from "../http/refusal.ts";
import { closedReasonOf } from "../rounds/closed-reason.ts";
import { refusalOf } from "../rounds/require-open.ts";
import { gameRoute } from "./request.ts";

/**
 * GET /embed/{slug}/api/stream: the state now and at every change of phase, as server-sent events.
 * The last event id makes no difference: each message is the whole state. 404 unknown game,
 * 503 maintenance, no round that opened, or too many streams.
 */
export const stream = (deps: Deps) =>
  gameRoute((event, game) => {
    const { streams, metrics, proxies } = deps;
    const time = deps.time();
    const closedReason = closedReasonOf(deps, game, time);
    if (closedReason !== undefined) {
      metrics.streamsRefused.inc({ reason: closedReason });
      throw refusalOf(closedReason, game, time.earliestMs);
    }
    const node = event.runtime?.node;
    const address = clientAddress(event, proxies);
    const refusal = node?.res?.socket === null ? "pipelined" : streams.refusal(address);
    if (refusal !== undefined) {
      metrics.streamsRefused.inc({ reason: refusal });
      throw noStream(refusal);
    }
    if (event.req.method === "HEAD") {
      return new Response(null, { headers: HEADERS.stream });
    }
    if (!(node?.res instanceof ServerResponse)) {
      throw new TypeError("A stream is written to a response of node:http.");
    }
    metrics.countAnswer(event, 200);
    streams.open(game, node.res, address);
    return handedOver();
  });

/**
 * Whatever this route answered would end the response, which is the stream's from here on. So it
 * never answers. Nobody holds on to this promise: it is collected with all that waits for it.
 */
function handedOver(): Promise<never> {
  return new Promise(() => {});
}
