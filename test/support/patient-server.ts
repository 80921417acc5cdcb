import type { RequestListener, Server } from "node:http";
import { createHttpServer } from "../../server/http/http-server.ts";

/** Longer than any test takes. */
const PATIENCE_MS = 600_000;

/**
 * A server like the service's own, but without timeouts for slow clients: on a busy machine a test may pause longer
 * between two bytes of a request, or between two requests, than a client may.
 */
export function createPatientServer(handle: RequestListener): Server {
  const server = createHttpServer(handle, PATIENCE_MS);
  // Node closes a connection after five seconds without a request, perhaps just when the next one is sent.
  server.keepAliveTimeout = PATIENCE_MS;
  return server;
}
