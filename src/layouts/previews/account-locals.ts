import type { MiddlewareHandler } from "astro";

/** What pages that are being drawn are to show, by the name that their request carries. */
const shown = (globalThis as { tablesideLocals?: Map<string, object> }).tablesideLocals;

/**
 * In development only: gives a page under /account/ what the service gives to a built one directly.
 * Both are in one process, so they share the map of `server/cli/dev.ts`.
 */
export const onRequest: MiddlewareHandler = ({ isPrerendered, request, locals }, next) => {
  if (!isPrerendered) {
    Object.assign(locals, shown?.get(request.headers.get("x-tableside-locals") ?? ""));
  }
  return next();
};
