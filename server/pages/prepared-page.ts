import type { H3Event } from "h3";
import { encodedAside, encodingFor, WORTHWHILE } from "../http/compress.ts";
import type { Encoded, Encoding } from "../http/compress.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { fill } from "./pages.ts";
import type { Page } from "./pages.ts";

/** A page's bytes as they are sent. */
interface Prepared {
  readonly plain: Encoded;
  readonly encoded: Partial<Record<Encoding, Promise<Encoded>>>;
}

/**
 * Filled copies cached for a page. One is enough where BASE_URL is set; where it is not, there is one for
 * each Host that is asked for, and anybody can make those up.
 */
const COPIES_PER_PAGE = 16;

/** Made once and by another thread, so that it may take its time. */
const QUALITY = 9;

/** By page. In development each request has a page of its own, so nothing is found here again. */
const copiesOf = new WeakMap<Page, LruMap<string, Prepared>>();

/** A page that is the same for everybody, as the body of an answer: filled and compressed once. */
export function preparedPage(
  event: H3Event,
  page: Page,
  slots: Readonly<Record<string, string>>,
): Encoded | Promise<Encoded> {
  const { headers } = event.res;
  headers.append("vary", "accept-encoding");
  const prepared = preparedOf(page, slots);
  const encoding = encodingFor(event);
  if (encoding === undefined || prepared.plain.length < WORTHWHILE) {
    return prepared.plain;
  }
  headers.set("content-encoding", encoding);
  return (prepared.encoded[encoding] ??= encodedAside(prepared.plain, encoding, true, QUALITY));
}

function preparedOf(page: Page, slots: Readonly<Record<string, string>>): Prepared {
  let copies = copiesOf.get(page);
  if (copies === undefined) {
    copies = new LruMap(COPIES_PER_PAGE);
    copiesOf.set(page, copies);
  }
  const name = JSON.stringify(slots);
  let prepared = copies.get(name);
  if (prepared === undefined) {
    prepared = { plain: new TextEncoder().encode(fill(page, slots)), encoded: {} };
    copies.set(name, prepared);
  }
  return prepared;
}
