import { ServerResponse } from "node:http";
import type { Deps } from "../deps.ts";
import { maintenance, noStream } from "../refusal.ts";
import { STREAM_HEADERS } from "../stream/streams.ts";
import { gameRoute } from "./request.ts";

/**
 * GET /embed/{slug}/api/stream: the state now and at every change of phase, as server-sent events.
 * What the client heard last makes no difference: each message is the whole state. 404 unknown game,
 * 503 maintenance or too many streams.
 */
export const stream = (deps: Deps) =>
  gameRoute((event, game) => {
    if (deps.maintenance.isDown(game.slug)) {
      throw maintenance();
    }
    const node = event.runtime?.node;
    const address = node?.req.socket?.remoteAddress ?? "";
    const refusal = deps.streams.refusal(address);
    if (refusal !== undefined) {
      throw noStream(refusal);
    }
    if (event.req.method === "HEAD") {
      return new Response(null, { headers: STREAM_HEADERS });
    }
    if (!(node?.res instanceof ServerResponse)) {
      throw new TypeError("A stream is written to a response of node:http.");
    }
    deps.streams.open(game, node.res, address);
    return handedOver();
  });

/**
 * Whatever this route answered would end the response, which is the stream's from here on. So it
 * never answers. Nobody holds on to this promise: it is collected with all that waits for it.
 */
function handedOver(): Promise<never> {
  return new Promise(() => {});
}
