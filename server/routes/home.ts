import type { Deps } from "../deps.ts";
import { policy } from "../http/content-security.ts";
import { escapeHtml } from "../http/html.ts";
import { ownOrigin } from "../http/own-origin.ts";
import { preparedPage } from "../pages/prepared-page.ts";
import { readOnly } from "./request.ts";

/** GET /: the operator's page, with the demo key where there is one. */
export const home = (deps: Deps) =>
  readOnly(async (event) => {
    const page = await deps.pages.home();
    const { headers } = event.res;
    headers.set("content-type", "text/html; charset=utf-8");
    headers.set("cache-control", "no-store");
    headers.set("referrer-policy", "no-referrer");
    headers.set("x-content-type-options", "nosniff");
    if (page.styleHashes !== null) {
      headers.set(
        "content-security-policy",
        policy({
          "default-src": ["'none'"],
          "script-src": ["'self'"],
          "style-src": ["'self'", ...page.styleHashes.map((hash) => `'${hash}'`)],
          "img-src": ["'self'", "data:"],
          "connect-src": ["'self'"],
          "frame-src": ["'self'"],
          "base-uri": ["'none'"],
          "form-action": ["'none'"],
          "frame-ancestors": ["'none'"],
        }),
      );
    }
    // The request's own address comes from its Host header, which may hold anything.
    const baseUrl = escapeHtml(deps.baseUrl ?? ownOrigin(event, deps.proxies));
    const portal = deps.portal === null ? "off" : "on";
    const slots = { demoKey: deps.demoKey ?? "", baseUrl, portal };
    return preparedPage(event, page, slots);
  });
