import { request as requestHttp } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { RequestOptions } from "node:https";

/** `plainFetch`, or a fake in tests. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

const MAX_HEADER_BYTES = 16_384;
/** Maximum number of interim responses to one request; an honest server sends fewer. */
const MAX_HINTS = 10;
/** Statuses whose responses have no body, even if bytes follow. */
const BODILESS = [204, 205, 304];

/**
 * A `fetch` for untrusted servers. The global one ends the whole process when a connection breaks while nothing is
 * reading (nodejs/undici#5360), or when an error follows a response with six encodings; and it reads 1xx heads
 * endlessly. Nothing is decompressed here, and no redirect is followed.
 *
 * Read or cancel the body at once, and limit the time with a signal. The request body must be text. Rejects with a
 * RangeError if the response is compressed although the request declined that, or has an invalid status.
 */
export const plainFetch: Fetch = async (url, init = {}) =>
  toResponse(await sendRequest(url, init), init.method === "HEAD");

/**
 * Sends a request, and resolves with the head of its response, whose body must be read or destroyed. Disconnects from a
 * server that sends only interim responses (1xx), whose heads would otherwise be read until the timeout.
 */
export function sendRequest(
  href: string,
  { method = "GET", headers, body, signal }: RequestInit,
  options: RequestOptions = {},
): Promise<IncomingMessage> {
  const url = new URL(href);
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const sentHeaders = new Headers({ accept: "*/*", "user-agent": "tableside" });
  new Headers(headers).forEach((value, name) => sentHeaders.set(name, value));
  sentHeaders.set("accept-encoding", "identity");
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let hints = 0;
  const sent = request(url, {
    ...options,
    method,
    headers: Object.fromEntries(sentHeaders),
    maxHeaderSize: MAX_HEADER_BYTES,
    ...(signal ? { signal } : {}),
  });
  sent
    .on("information", () => {
      hints += 1;
      if (hints > MAX_HINTS) {
        sent.destroy(new TypeError("The server sends only interim responses."));
      }
    })
    // The listener stays: a later failure surfaces in the response's body.
    .on("error", reject)
    .on("close", () => reject(new TypeError("The connection closed without a response.")))
    .on("response", (message) => {
      message.on("error", () => {});
      // The response may arrive in the same packet as the last interim one.
      if (!sent.destroyed) {
        resolve(message);
      }
    });
  sent.end(body ?? undefined);
  return promise;
}

/** @throws RangeError or TypeError for a status or header that a Response cannot have. */
function toResponse(message: IncomingMessage, isHead: boolean): Response {
  const { statusCode: status = 0, headers, headersDistinct } = message;
  const isBodiless = isHead || BODILESS.includes(status);
  try {
    if (!isBodiless && (headers["content-encoding"] ?? "identity") !== "identity") {
      throw new RangeError("The response is compressed.");
    }
    const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const body = isBodiless ? null : bodyOf(message);
    const response = new Response(body, { status, headers: pairs });
    if (isBodiless) {
      message.resume();
    }
    return response;
  } catch (error) {
    message.destroy();
    throw error;
  }
}

/** A body that is read on demand. An error rejects the pending read; with no read pending it is ignored. */
function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces = message[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) {
        controller.close();
      } else {
        controller.enqueue(value as Buffer);
      }
    },
    cancel() {
      message.destroy();
    },
  });
}
