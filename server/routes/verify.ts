import type { Deps } from "../deps.ts";
import { policy } from "../http/content-security.ts";
import { escapeHtml } from "../http/html.ts";
import { ownOrigin } from "../http/own-origin.ts";
import { preparedPage } from "../pages/prepared-page.ts";
import { readOnly } from "./request.ts";

/** GET /verify/?slug=&round=: the page that checks rounds, in one file that may be saved. */
export const verifyPage = (deps: Pick<Deps, "pages" | "baseUrl" | "proxies">) =>
  readOnly(async (event) => {
    const page = await deps.pages.verify();
    const { headers } = event.res;
    headers.set("content-type", "text/html; charset=utf-8");
    headers.set("cache-control", "no-cache");
    headers.set("referrer-policy", "no-referrer");
    headers.set("x-content-type-options", "nosniff");
    if (page.styleHashes !== null) {
      headers.set(
        "content-security-policy",
        policy({
          "default-src": ["'none'"],
          "script-src": page.scriptHashes.map((hash) => `'${hash}'`),
          "style-src": page.styleHashes.map((hash) => `'${hash}'`),
          "img-src": ["'self'", "data:"],
          // A reader fetches beacons from whichever relay he likes; the page knows nothing to tell it.
          "connect-src": ["*"],
          "base-uri": ["'none'"],
          "form-action": ["'none'"],
          "frame-ancestors": ["'none'"],
        }),
      );
    }
    // The request's own address comes from its Host header, which may hold anything.
    const baseUrl = escapeHtml(deps.baseUrl ?? ownOrigin(event, deps.proxies));
    return preparedPage(event, page, { baseUrl });
  });
