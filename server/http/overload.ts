import type { RequestListener } from "node:http";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { HEADERS } from "./headers.ts";
import { PROBLEM_TYPE, problemResponse, toProblem } from "./problem.ts";
import { overloaded } from "./refusal.ts";

/**
 * Refuses requests of an overloaded process. It does so thousands of times a second where it is needed, so
 * programs get bytes that were made once; a browser gets the page.
 */
export function overloadListener(): RequestListener {
  const error = overloaded();
  const body = JSON.stringify(toProblem(error));
  const fields = [
    ...Object.entries({ ...HEADERS.problem, "content-type": PROBLEM_TYPE }),
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
