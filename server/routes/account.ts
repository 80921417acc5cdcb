import type { H3Event } from "h3";
import type { Deps } from "../deps.ts";
import { notFound } from "../http/refusal.ts";

/** Everything under /account/: pages and forms, which are loaded at the first request. 404 when off. */
export const account = (deps: Deps) => async (event: H3Event) => {
  if (deps.portal === null) {
    throw notFound();
  }
  const portal = await deps.portal();
  return portal.answer(event);
};
