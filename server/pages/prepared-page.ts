import type { H3Event } from "h3";
import { encodedAside, encodingFor, WORTHWHILE } from "../http/compress.ts";
import type { Encoded, Encoding } from "../http/compress.ts";
import { fill } from "./pages.ts";
import type { Page } from "./pages.ts";

/** A page's bytes as they are sent. */
interface Prepared {
  readonly plain: Encoded;
  readonly encoded: Partial<Record<Encoding, Promise<Encoded>>>;
}

/**
 * Ways of filling a page that are kept. There is one, or, where no base address is set, one for each
 * Host that is asked for: those are anybody's to make up, and of more the one goes that nobody asked for the longest.
 */
const KEPT = 16;

/** Made once and by another thread, so that it may take its time. */
const QUALITY = 9;

/** By page: in development each request has a page of its own, and nothing is kept. */
const pages = new WeakMap<Page, Map<string, Prepared>>();

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
  let kept = pages.get(page);
  if (kept === undefined) {
    kept = new Map();
    pages.set(page, kept);
  }
  const name = JSON.stringify(slots);
  const prepared = kept.get(name) ?? {
    plain: new TextEncoder().encode(fill(page, slots)),
    encoded: {},
  };
  // Put behind all others.
  kept.delete(name);
  kept.set(name, prepared);
  if (kept.size > KEPT) {
    kept.delete(kept.keys().next().value as string);
  }
  return prepared;
}
