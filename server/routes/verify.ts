import type { Deps } from "../deps.ts";
import { setHeaders } from "../http/headers.ts";
import { escapeHtml } from "../http/html.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { ownOrigin } from "../http/proxies.ts";
import { preparedPage } from "../pages/prepared-page.ts";
import { readOnly } from "./request.ts";

/** GET /verify/?slug=&round=: the page that checks rounds, in one file that may be saved. */
export const verifyPage = (deps: Pick<Deps, "pages" | "baseUrl" | "proxies">) =>
  readOnly(async (event) => {
    const page = await deps.pages.verify();
    setHeaders(event, pageHeaders("verify", page));
    // The request's own address comes from its Host header, which may hold anything.
    const baseUrl = escapeHtml(deps.baseUrl ?? ownOrigin(event, deps.proxies));
    return preparedPage(event, page, { baseUrl });
  });
