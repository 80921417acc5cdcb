import type { Deps } from "../deps.ts";
import { setHeaders } from "../http/headers.ts";
import { escapeHtml } from "../http/html.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { ownOrigin } from "../http/proxies.ts";
import { readOnly } from "../http/request.ts";
import { preparedPage } from "./prepared-page.ts";

/** GET /: the operator's page, with the demo key if there is one. */
export const home = (deps: Deps) =>
  readOnly(async (event) => {
    const page = await deps.pages.home();
    setHeaders(event, pageHeaders("home", page));
    // The request's own address comes from its Host header, which may hold anything.
    const baseUrl = escapeHtml(deps.baseUrl ?? ownOrigin(event, deps.proxies));
    const portal = deps.portal === null ? "off" : deps.isSelling ? "sells" : "on";
    const slots = { demoKey: deps.demoKey ?? "", baseUrl, portal };
    return preparedPage(event, page, slots);
  });

/** GET /verify/?slug=&round=: the page that checks rounds, a single file that can be saved. */
export const verifyPage = (deps: Pick<Deps, "pages" | "baseUrl" | "proxies">) =>
  readOnly(async (event) => {
    const page = await deps.pages.verify();
    setHeaders(event, pageHeaders("verify", page));
    // The request's own address comes from its Host header, which may hold anything.
    const baseUrl = escapeHtml(deps.baseUrl ?? ownOrigin(event, deps.proxies));
    return preparedPage(event, page, { baseUrl });
  });
