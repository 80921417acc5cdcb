import { request as requestHttp } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { RequestOptions } from "node:https";
import { readText } from "./read-text.ts";

/** A fully read response. */
export interface TextResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty for a refusal (status 400 or higher) whose body is too long or incomplete. */
  readonly text: string;
}

/** `fetchText`, or a fake in tests. */
export type FetchText = typeof fetchText;

const MAX_HEADER_BYTES = 16_384;
/** Maximum number of interim responses to one request; an honest server sends fewer. */
const MAX_HINTS = 10;

/**
 * A `fetch` for untrusted servers. The global one crashes the process when a connection breaks while nothing is reading
 * (nodejs/undici#5360), or when an error follows a response with six encodings. It also reads 1xx heads endlessly. This
 * one neither decompresses responses nor follows redirects.
 *
 * Limit the time with a signal. The request body must be text. Rejects with a RangeError if the response is longer than
 * `maxBytes`, or compressed although the request forbids that.
 */
export async function fetchText(
  url: string,
  init: RequestInit,
  maxBytes: number,
): Promise<TextResponse> {
  const message = await sendRequest(url, init);
  const { statusCode: status = 0, headers } = message;
  if ((headers["content-encoding"] ?? "identity") !== "identity") {
    message.destroy();
    throw new RangeError("The response is compressed.");
  }
  const reading = readText(message, maxBytes);
  return { status, headers, text: await (status < 400 ? reading : reading.catch(() => "")) };
}

/**
 * Sends a request, and resolves with the head of its response, whose body the caller must read or destroy. Disconnects
 * from a server that sends only interim responses (1xx), whose heads would otherwise be read until the timeout.
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
      // The response can arrive in the same packet as the last interim one.
      if (!sent.destroyed) {
        resolve(message);
      }
    });
  sent.end(body ?? undefined);
  return promise;
}
