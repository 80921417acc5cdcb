import type { MiddlewareHandler } from "astro";

/** The data of pages being rendered, by the name in their request's header. */
const pendingLocals = (globalThis as { tablesideLocals?: Map<string, object> }).tablesideLocals;

/**
 * In development, passes data to the pages under /account/; the service passes it to built pages directly. The service
 * and Astro run in one process, so they share the map of `server/cli/dev.ts`.
 */
export const onRequest: MiddlewareHandler = ({ isPrerendered, request, locals }, next) => {
  if (!isPrerendered) {
    Object.assign(locals, pendingLocals?.get(request.headers.get("x-tableside-locals") ?? ""));
  }
  return next();
};
