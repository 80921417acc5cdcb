import { HTTPError } from "h3";
import type { H3Event } from "h3";
import type { Log } from "../runtime/log.ts";
import { isAway } from "../store/store-error.ts";
import { problemResponse } from "./problem.ts";
import { storeAway } from "./refusal.ts";

/**
 * The answer to an error of a route: its refusal, if it is one. A database that does not answer is told so and was
 * logged as such; any other error is logged as a fault, and the answer says nothing of its cause.
 */
export function faultResponse(error: HTTPError, event: H3Event, log: Log): Response {
  if (HTTPError.isError(error) && !error.unhandled) {
    return problemResponse(error, event);
  }
  const cause: unknown = error.cause ?? error;
  if (isAway(cause)) {
    return problemResponse(storeAway(cause.fault), event);
  }
  log("fault", { path: event.url.pathname, cause: String(cause) });
  return problemResponse(
    HTTPError.isError(error) ? error : new HTTPError("", { status: 500 }),
    event,
  );
}
