import type { H3Event } from "h3";
import type { Deps } from "../deps.ts";
import { encodingFor } from "../http/compress.ts";
import type { Encoded } from "../http/compress.ts";
import { isKnown } from "../http/etag.ts";
import { HEADERS, setHeaders } from "../http/headers.ts";
import { ownOrigin } from "../http/proxies.ts";
import { notFound } from "../http/refusal.ts";
import type { Asset } from "../pages/assets.ts";
import { readOnly } from "./request.ts";

/**
 * Every address that is no route: a built file, or 404, which comes before the method here too. A page of
 * the docs names the service's own address; without the slash at its end it redirects to itself with it.
 */
export const asset = (deps: Deps) => (event: H3Event) => {
  const { pathname, search } = event.url;
  const found = deps.assets.get(pathname);
  if (found === undefined && deps.assets.has(`${pathname}/`)) {
    const headers = { location: `${pathname}/${search}`, ...HEADERS.redirect };
    return readOnly(() => new Response(null, { status: 308, headers }))(event);
  }
  if (found === undefined) {
    throw notFound();
  }
  return readOnly((reading) => {
    const shown = found.at?.(deps.baseUrl ?? ownOrigin(reading, deps.proxies)) ?? found;
    return respond(reading, shown);
  })(event);
};

function respond(event: H3Event, found: Asset): Response | Encoded | Promise<Encoded> {
  setHeaders(event, { ...found.headers, etag: found.etag, vary: "accept-encoding" });
  if (isKnown(found.etag, event.req.headers.get("if-none-match"))) {
    return new Response(null, { status: 304 });
  }
  const encoding = encodingFor(event);
  // The bytes themselves, which all answers share: a response would copy them, and keep its copy until they are taken.
  if (encoding !== undefined && found.encoded !== null) {
    event.res.headers.set("content-encoding", encoding);
    return found.encoded(encoding);
  }
  return found.bytes;
}
