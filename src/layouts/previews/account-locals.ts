import type { MiddlewareHandler } from "astro";

/** The data of pages being rendered, by the name in their request's header. */
const pendingLocals = (globalThis as { tablesideLocals?: Map<string, object> }).tablesideLocals;

/**
 * Passes data to the pages under /account/ in development, as the service does directly to built pages. Both run in one
 * process, so they share the map of `server/cli/dev.ts`.
 */
export const onRequest: MiddlewareHandler = ({ isPrerendered, request, locals }, next) => {
  if (!isPrerendered) {
    Object.assign(locals, pendingLocals?.get(request.headers.get("x-tableside-locals") ?? ""));
  }
  return next();
};
