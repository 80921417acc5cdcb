import { STATUS_CODES } from "node:http";
import type { RequestListener } from "node:http";
import { H3, type H3Event, HTTPError } from "h3";
import { toNodeHandler } from "h3/node";
import Negotiator from "negotiator";
import type { Problem } from "../../src/wire/problem.ts";
import type { Log } from "../runtime/log.ts";
import { isUnreachable } from "../store/store-error.ts";
import { HEADERS } from "./headers.ts";
import { isEmbed, problemPage } from "./problem-page.ts";
import { malformedUrl, overloaded, storeUnavailable } from "./refusal.ts";
import type { RefusalCode, RefusalData } from "./refusal.ts";

/**
 * Throws the 400 refusal for an invalid URL or Host header, which would make later code throw. Checks both as received,
 * since h3 silently repairs some of them.
 */
export function requireWellFormed({ runtime }: H3Event): void {
  const request = runtime?.node?.req;
  if (request === undefined) {
    return;
  }
  const { host = "" } = request.headers;
  const isHost = host === "" || (!/[/?#@\\\s]/.test(host) && URL.canParse(`http://${host}`));
  const target = request.url ?? "/";
  const isTarget = target.startsWith("/") || target === "*" || URL.canParse(target);
  if (!isHost || !isTarget) {
    throw malformedUrl();
  }
}

/**
 * Turns a route's error into a response. A refusal is sent unchanged. An unreachable database, already logged, is named
 * as the cause. Any other error is logged as a fault, and the response does not reveal its cause.
 */
export function faultResponse(error: HTTPError, event: H3Event, log: Log): Response {
  if (HTTPError.isError(error) && !error.unhandled) {
    return problemResponse(error, event);
  }
  const cause: unknown = error.cause ?? error;
  if (isUnreachable(cause)) {
    return problemResponse(storeUnavailable(cause), event);
  }
  log("fault", { path: event.url.pathname, cause: String(cause) });
  return problemResponse(
    HTTPError.isError(error) ? error : new HTTPError("", { status: 500 }),
    event,
  );
}

/** Describes an error for the client, without the cause of an internal fault. */
function toProblem(error: HTTPError): Problem<RefusalCode> {
  if (error.unhandled) {
    return {
      title: "Internal Server Error",
      status: 500,
      detail:
        "Something failed on our side. Try again; if it keeps failing, contact the owner of this service.",
      code: "internal_error",
    };
  }
  if (error.statusText === undefined) {
    // h3 itself rejects a malformed URL, without our title and code.
    const title = STATUS_CODES[error.status] ?? "Error";
    const detail = "The URL is malformed. Check it for typos.";
    return { title, status: error.status, detail, code: "malformed_address" };
  }
  const { statusText: title, status, message: detail } = error;
  // All our refusals have this data, because `refusal.ts` creates them.
  return { title, status, detail, ...(error.data as RefusalData) };
}

export function problemResponse(error: HTTPError, event: H3Event): Response {
  const problem = toProblem(error);
  const headers = new Headers(error.headers ?? {});
  const retryAfterS = headers.get("retry-after");
  const { body, fields } = wantsPage(event)
    ? problemPage(problem, event, retryAfterS)
    : {
        body: JSON.stringify(problem),
        fields: {
          ...HEADERS.problemJson,
          ...(!isApi(event) && { vary: "accept" }),
        },
      };
  for (const [name, value] of Object.entries(fields)) {
    headers.set(name, value);
  }
  if (retryAfterS !== null) {
    // Tables on other sites can read only the headers named here.
    headers.set("access-control-expose-headers", "retry-after");
  }
  return new Response(body, { status: problem.status, headers });
}

/**
 * Whether to respond with a page: at a frame's URL, unless the client prefers JSON; elsewhere, only if it prefers HTML.
 */
export function wantsPage(event: H3Event): boolean {
  if (isApi(event)) {
    return false;
  }
  const accept = event.req.headers.get("accept") ?? "*/*";
  const json = ["application/problem+json", "application/json"];
  const offered = isEmbed(event) ? ["text/html", ...json] : [...json, "text/html"];
  return new Negotiator({ headers: { accept } }).mediaType(offered) === "text/html";
}

function isApi(event: H3Event): boolean {
  return event.url.pathname.includes("/api/");
}

/**
 * Refuses requests to an overloaded process, possibly thousands a second. Programs therefore get prepared bytes;
 * browsers get the page.
 */
export function overloadListener(): RequestListener {
  const error = overloaded();
  const body = JSON.stringify(toProblem(error));
  const fields = [
    ...Object.entries(HEADERS.problemJson),
    ...(error.headers ?? []),
    ["access-control-expose-headers", "retry-after"],
    ["content-length", String(Buffer.byteLength(body))],
  ].flat();
  const pages = new H3({ silent: true, onError: problemResponse });
  pages.all("/**", () => {
    throw overloaded();
  });
  const showPage = toNodeHandler(pages);
  return (request, response) => {
    if (request.headers.accept?.includes("text/html") === true) {
      showPage(request, response);
    } else {
      response.writeHead(error.status, fields).end(body);
    }
  };
}
