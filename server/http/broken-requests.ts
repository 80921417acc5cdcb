import { STATUS_CODES } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorCode } from "../runtime/error-code.ts";

/** What a connection asked last, and its answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Ends connections whose bytes are no request, with an answer if they have none yet. Node by itself answers with 400
 * also where the head was answered already and only the body is broken: two answers to one request, the second of
 * which a proxy may take for that to the next client's.
 */
export function endBrokenRequests(server: Server): void {
  const latest = new WeakMap<Duplex, Exchange>();
  server.on("request", (request, response) => latest.set(request.socket, { request, response }));
  server.on("clientError", (error, socket) => {
    const status = STATUSES[errorCode(error) ?? ""] ?? 400;
    if (!socket.writable || !isUnanswered(latest.get(socket))) {
      socket.destroy(error);
      return;
    }
    const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
    socket.end(`${line}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
  });
}

/** Whether an answer that is written now is the only one to what is broken. */
function isUnanswered(exchange: Exchange | undefined): boolean {
  if (exchange === undefined) {
    return true;
  }
  const { request, response } = exchange;
  // Behind the last request, what is broken is another one.
  const isAnother = request.complete && response.writableFinished;
  // A response without the connection waits behind others.
  return isAnother || (!response.headersSent && response.socket !== null);
}
