import type { H3Event } from "h3";
import type { Deps } from "../deps.ts";
import { compressed, encodedOffThread } from "../http/compress.ts";
import type { Encoded, Encoding } from "../http/compress.ts";
import { setHeaders } from "../http/headers.ts";
import { escapeHtml } from "../http/html.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { ownOrigin } from "../http/proxies.ts";
import { readOnly } from "../http/request.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { fill } from "./pages.ts";
import type { Page } from "./pages.ts";

/** GET /: the operator's page, with the demo key if there is one. */
export const home = (deps: Deps) =>
  readOnly(async (event) => {
    const page = await deps.pages.home();
    setHeaders(event, pageHeaders("home", page));
    // The request's own origin comes from its Host header, which may contain anything.
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
    // The request's own origin comes from its Host header, which may contain anything.
    const baseUrl = escapeHtml(deps.baseUrl ?? ownOrigin(event, deps.proxies));
    return preparedPage(event, page, { baseUrl });
  });

/** A page's text as it is sent. */
interface Prepared {
  readonly text: string;
  readonly encoded: Partial<Record<Encoding, Promise<Encoded>>>;
}

/**
 * Filled copies cached for a page. With BASE_URL one is enough; without it, there is one for each requested Host,
 * and a client can make up any number of them.
 */
const COPIES_PER_PAGE = 16;

/** Copies by page. In development each request has a new page, so no copy is reused. */
const copiesOf = new WeakMap<Page, LruMap<string, Prepared>>();

/** Answers with a page that is the same for everybody, filled and compressed once. */
function preparedPage(event: H3Event, page: Page, slots: Readonly<Record<string, string>>) {
  const { text, encoded } = preparedOf(page, slots);
  return compressed(
    event,
    text,
    (encoding) => (encoded[encoding] ??= encodedOffThread(text, encoding, "always")),
  );
}

function preparedOf(page: Page, slots: Readonly<Record<string, string>>): Prepared {
  const copies = copiesOf.get(page) ?? new LruMap<string, Prepared>(COPIES_PER_PAGE);
  copiesOf.set(page, copies);
  const name = JSON.stringify(slots);
  const prepared = copies.get(name) ?? { text: fill(page, slots), encoded: {} };
  copies.set(name, prepared);
  return prepared;
}
