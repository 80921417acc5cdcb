import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { H3Event } from "h3";
import Negotiator from "negotiator";

type Encoding = "br" | "gzip";

/** The best of our encodings that the client accepts; undefined if it accepts none. */
function encodingFor(event: H3Event): Encoding | undefined {
  const accepted = new Negotiator({
    headers: { "accept-encoding": event.req.headers.get("accept-encoding") ?? "" },
  }).encodings();
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding));
}

/** Minimum length to compress, in characters. Shorter bodies fit in one packet anyway. */
const MIN_COMPRESSED_CHARS = 1_000;

export type Encoded = Uint8Array<ArrayBuffer>;

/**
 * Returns a response body, compressed if the client accepts it.
 *
 * A body must not contain both a secret and input from the request: its compressed length would reveal the secret.
 */
export function compressed(
  event: H3Event,
  { body, encode }: Prepared,
): string | Encoded | Promise<Encoded> {
  const { headers } = event.res;
  headers.append("vary", "accept-encoding");
  const encoding = encodingFor(event);
  if (encoding === undefined || encode === null || body.length < MIN_COMPRESSED_CHARS) {
    // All responses share the bytes. A Response would copy them, and keep the copy until the client has read it.
    return body;
  }
  headers.set("content-encoding", encoding);
  return encode(encoding);
}

/** Like `compressed`, but responds 304 to a client that already has the body. */
export function tagged(
  event: H3Event,
  prepared: Prepared,
): Response | ReturnType<typeof compressed> {
  event.res.headers.set("etag", prepared.etag);
  if (isKnown(prepared.etag, event.req.headers.get("if-none-match"))) {
    event.res.headers.append("vary", "accept-encoding");
    return new Response(null, { status: 304 });
  }
  return compressed(event, prepared);
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Brotli's levels. At "often", a 30 KB page takes a third of a millisecond; the next levels take 15 times as long to
 * save 3 %. "once" takes a third of that time, but produces 50 % more bytes; "always" is one level below the maximum,
 * which takes three times as long to save 1 %.
 */
const QUALITIES = { once: 1, often: 5, always: 10 } as const;

type Use = keyof typeof QUALITIES;

async function compress(text: string | Encoded, encoding: Encoding, use: Use): Promise<Encoded> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITIES[use] };
  const bytes =
    encoding === "br"
      ? await brotliAsync(text, { params })
      : await gzipAsync(text, use === "once" ? { level: 1 } : {});
  return Uint8Array.from(bytes);
}

/** A body with its entity tag. */
export type Prepared = ReturnType<typeof prepare>;

/**
 * Prepares a body for one or more responses. Another thread compresses it on first use, once for each encoding; never
 * if `use` is null, as for a picture, which is already compressed.
 */
export function prepare(body: string | Encoded, use: Use | null) {
  const encoded: Partial<Record<Encoding, Promise<Encoded>>> = {};
  const encode =
    use === null
      ? null
      : (encoding: Encoding) => (encoded[encoding] ??= compress(body, encoding, use));
  return { body, etag: etagOf(body), encode };
}

/** A weak entity tag, since one tag covers all encodings of a body. */
function etagOf(bytes: Uint8Array | string): string {
  return `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** Whether an If-None-Match header includes a tag, so that the client already has the response. */
function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  const tags = ifNoneMatch?.split(",").map(opaque) ?? [];
  return tags.includes(opaque(etag)) || tags.includes("*");
}
