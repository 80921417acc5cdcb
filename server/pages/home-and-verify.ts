import type { H3Event } from "h3";
import { OPENING_TEST_KEY } from "../access/test-keys.ts";
import type { Deps } from "../deps.ts";
import { compressed, prepare } from "../http/compress.ts";
import type { Prepared } from "../http/compress.ts";
import { setHeaders } from "../http/headers.ts";
import { escapeHtml } from "../http/html.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { ownOrigin } from "../http/proxies.ts";
import { readOnly } from "../http/route.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { fill } from "./pages.ts";
import type { Page } from "./pages.ts";

/** How long a price is reused, so that a flood of requests for this public page does not reach the database. */
const PRICE_MS = 1_000;

/** GET /: the operator's page. */
export function home(deps: Deps) {
  let [price, readAtMs] = [Promise.resolve(""), -Infinity];
  return readOnly(async (event) => {
    if (performance.now() - readAtMs >= PRICE_MS) {
      [price, readAtMs] = [priceSentence(deps), performance.now()];
    }
    const portal = deps.portal === null ? "off" : deps.isSelling ? "sells" : "on";
    return preparedPage(deps, event, "home", {
      portal,
      price: await price,
      // The key wraps only after its prefix.
      testKey: OPENING_TEST_KEY.replace("tbs_test_", "$&<wbr>"),
      contact: escapeHtml(deps.contact),
    });
  });
}

/** The sentence about the lowest price; empty if nothing is sold, or the store does not respond. */
async function priceSentence({ isSelling, store, lowestPrice }: Deps): Promise<string> {
  const price = isSelling && store.state !== "lost" ? await lowestPrice().catch(() => null) : null;
  return price === null ? "" : `From ${price}.`;
}

/** GET /verify/?slug=&round=: the page that checks rounds, a single file that can be saved. */
export const verifyPage = (deps: Deps) =>
  readOnly((event) => preparedPage(deps, event, "verify", {}));

/** Maximum number of copies, like `MAX_COPIES` in `assets.ts`. */
const COPIES_PER_PAGE = 16;

/** Copies by page. In development each request has a new page, so no copy is reused. */
const copiesOf = new WeakMap<Page, LruMap<string, Prepared>>();

/** Responds with a page that is the same for everybody, filled and compressed once. */
async function preparedPage(
  deps: Pick<Deps, "pages" | "baseUrl" | "proxies">,
  event: H3Event,
  kind: "home" | "verify",
  slots: Readonly<Record<string, string>>,
) {
  const page = await deps.pages[kind]();
  setHeaders(event, pageHeaders(kind, page));
  // The request's own origin comes from its Host header, which can contain anything.
  const baseUrl = escapeHtml(deps.baseUrl ?? ownOrigin(event, deps.proxies));
  const filled = { ...slots, baseUrl };
  const copies = copiesOf.get(page) ?? new LruMap(COPIES_PER_PAGE);
  copiesOf.set(page, copies);
  const copy = copies.getOrMake(JSON.stringify(filled), () =>
    prepare(fill(page, filled), "always"),
  );
  return compressed(event, copy);
}
