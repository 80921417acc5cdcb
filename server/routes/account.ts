import type { H3Event } from "h3";
import type { Deps } from "../deps.ts";
import { HEADERS } from "../http/headers.ts";
import { notFound } from "../http/refusal.ts";

/**
 * Everything under /account/: pages and forms, which are loaded at the first request. When off, 404; and /account/ itself,
 * which the docs link to, leads to how to get a key.
 */
export const account = (deps: Deps) => async (event: H3Event) => {
  if (deps.portal === null) {
    if (event.url.pathname === "/account/") {
      return new Response(null, {
        status: 302,
        headers: { location: "/#key", ...HEADERS.redirect },
      });
    }
    throw notFound();
  }
  const portal = await deps.portal();
  return portal(event);
};
