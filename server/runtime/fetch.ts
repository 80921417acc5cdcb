import { request as requestHttp } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";

/** What asks others over HTTP: `plainFetch`, or a stand-in of tests. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

/** An honest server redirects less often. */
const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 16_384;
/** An honest server sends fewer interim answers. */
const MAX_HINTS = 10;
/** Answers of these have no body, whatever comes. */
const BODILESS = [204, 205, 304];

/**
 * `fetch` for servers that may answer anything. The global one ends the whole process when a connection ends while nothing
 * reads on (nodejs/undici#5360), or when anything goes wrong after an answer that names six encodings; and it
 * reads heads of 1xx without end. Nothing is unpacked here. GET and HEAD follow redirects, others return them.
 *
 * Read or cancel the body at once, and bound the time by a signal. What is sent must be text. Rejects with a RangeError
 * where the answer is compressed though that was declined, or has a status that there is not.
 */
export const plainFetch: Fetch = async (address, init = {}) => {
  const isLed = init.redirect !== "manual" && /^(GET|HEAD)$/.test(init.method ?? "GET");
  let url = address;
  for (let redirects = 0; ; redirects++) {
    const message = await ask(url, init);
    const next = isLed ? redirectOf(message, url) : null;
    if (next === null) {
      return answerOf(message, init.method === "HEAD");
    }
    message.destroy();
    if (redirects === MAX_REDIRECTS || !/^https?:$/.test(next.protocol)) {
      throw new TypeError("The answer leads nowhere.");
    }
    url = next.href;
  }
};

/** Hangs up on a server that only says that an answer is to come (1xx): its heads would be read until the time is up. */
export function boundHints(sent: ClientRequest): void {
  let hints = 0;
  sent.on("information", () => {
    hints += 1;
    if (hints > MAX_HINTS) {
      sent.destroy(new TypeError("It only says that an answer is to come."));
    }
  });
}

/** Sends a request, and waits for the head of its answer. */
function ask(address: string, { method = "GET", headers, body, signal }: RequestInit) {
  const url = new URL(address);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const sentHeaders = new Headers({ accept: "*/*", "user-agent": "tableside" });
  new Headers(headers).forEach((value, name) => sentHeaders.set(name, value));
  sentHeaders.set("accept-encoding", "identity");
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = send(url, {
    method,
    headers: Object.fromEntries(sentHeaders),
    maxHeaderSize: MAX_HEADER_BYTES,
    ...(signal ? { signal } : {}),
  });
  boundHints(sent);
  sent
    // The listener stays: a later failure surfaces in the answer's body.
    .on("error", reject)
    .on("close", () => reject(new TypeError("It was closed without an answer.")))
    .on("response", (message) => {
      message.on("error", () => {});
      // One may come in the same piece as the last hint.
      if (!sent.destroyed) {
        resolve(message);
      }
    });
  sent.end(body ?? undefined);
  return promise;
}

/** Where an answer leads; null where it is the last one. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: string): URL | null {
  const { location } = headers;
  return location !== undefined && [301, 302, 303, 307, 308].includes(statusCode)
    ? URL.parse(location, from)
    : null;
}

/** @throws a RangeError, and a TypeError where a header is none that can be. */
function answerOf(message: IncomingMessage, isHead: boolean): Response {
  const { statusCode: status = 0, headers, headersDistinct } = message;
  const isBodiless = isHead || BODILESS.includes(status);
  try {
    if (!isBodiless && (headers["content-encoding"] ?? "identity") !== "identity") {
      throw new RangeError("The answer is compressed.");
    }
    const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const body = isBodiless ? null : bodyOf(message);
    const answer = new Response(body, { status, headers: pairs });
    if (isBodiless) {
      message.resume();
    }
    return answer;
  } catch (error) {
    message.destroy();
    throw error;
  }
}

/** Each piece when it is asked for. Whatever goes wrong rejects who asks, and is nothing where nobody does. */
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
