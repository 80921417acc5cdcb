import type { H3Event } from "h3";
import { encodedAside, encodingFor, MIN_COMPRESSED_CHARS } from "../http/compress.ts";
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
 * Filled copies cached for a page. With BASE_URL one is enough; without it, there is one for each requested Host,
 * and a client can make up any number of them.
 */
const COPIES_PER_PAGE = 16;

/** Compressed once and on another thread, so it may take its time. */
const QUALITY = 9;

/** Copies by page. In development each request has a new page, so nothing is found. */
const copiesOf = new WeakMap<Page, LruMap<string, Prepared>>();

/** Answers with a page that is the same for everybody, filled and compressed once. */
export function preparedPage(
  event: H3Event,
  page: Page,
  slots: Readonly<Record<string, string>>,
): Encoded | Promise<Encoded> {
  const { headers } = event.res;
  headers.append("vary", "accept-encoding");
  const prepared = preparedOf(page, slots);
  const encoding = encodingFor(event);
  if (encoding === undefined || prepared.plain.length < MIN_COMPRESSED_CHARS) {
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
