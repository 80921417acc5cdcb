import { STATUS_CODES } from "node:http";
import type { RequestListener } from "node:http";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { HEADERS } from "./headers.ts";
import { PROBLEM_TYPE, problemResponse, toProblem } from "./problem.ts";
import { overloaded } from "./refusal.ts";

/*
 * The refusal of an overloaded process. It is written thousands of times a second where it is needed, so
 * programs get bytes that were made once; a browser gets the page.
 */

const error = overloaded();
const body = JSON.stringify(toProblem(error));
const fields = [
  ...Object.entries({ ...HEADERS.problem, "content-type": PROBLEM_TYPE }),
  ...(error.headers ?? []),
  ["access-control-expose-headers", "retry-after"],
  ["content-length", String(Buffer.byteLength(body))],
] as [string, string][];

/** The refusal of a connection, which ends with it. */
export const overloadBytes: Uint8Array = Buffer.from(
  `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${[...fields, ["connection", "close"]]
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n${body}`,
);

/** Refuses requests. */
export function overloadListener(): RequestListener {
  const pages = new H3({ silent: true, onError: problemResponse });
  pages.all("/**", () => {
    throw overloaded();
  });
  const showPage = toNodeHandler(pages);
  return (request, response) => {
    if (request.headers.accept?.includes("text/html") === true) {
      showPage(request, response);
    } else {
      response.writeHead(error.status, fields.flat()).end(body);
    }
  };
}
