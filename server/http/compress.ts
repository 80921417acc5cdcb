import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { BrotliOptions } from "node:zlib";
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

/** Compresses a body; null for a body that is already compressed, such as a picture. */
type Encode = ((encoding: Encoding) => Encoded | Promise<Encoded>) | null;

/**
 * Returns a response body, compressed if the client accepts it. `encode` can supply a cached result, or encode on
 * another thread.
 *
 * A body must not contain both a secret and input from the request: its compressed length would reveal the secret.
 */
export function compressed(
  event: H3Event,
  body: string | Encoded,
  encode: Encode = (encoding) => compressText(String(body), encoding),
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
  { body, etag = etagOf(body), encode }: Pick<Prepared, "body"> & Partial<Prepared>,
): Response | ReturnType<typeof compressed> {
  event.res.headers.set("etag", etag);
  if (isKnown(etag, event.req.headers.get("if-none-match"))) {
    event.res.headers.append("vary", "accept-encoding");
    return new Response(null, { status: 304 });
  }
  return compressed(event, body, encode);
}

/** A 30 KB page takes a third of a millisecond. The next levels take 15 times as long to save 3 %. */
const QUALITY = 5;

function compressText(text: string, encoding: Encoding): Encoded {
  return Uint8Array.from(
    encoding === "br" ? brotliCompressSync(text, brotliOptions(QUALITY)) : gzipSync(text),
  );
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

type Use = "once" | "often" | "always";

/**
 * "once" takes a third of the time of "often", but produces 50 % more bytes; "always" is one level below the maximum,
 * which takes three times as long to save 1 %.
 */
const QUALITIES = { once: 1, often: QUALITY, always: 10 } as const;

async function encodedOffThread(
  text: string | Uint8Array,
  encoding: Encoding,
  use: Use,
): Promise<Encoded> {
  const bytes =
    encoding === "br"
      ? await brotliAsync(text, brotliOptions(QUALITIES[use]))
      : await gzipAsync(text, use === "once" ? { level: 1 } : {});
  return Uint8Array.from(bytes);
}

/** A body with its entity tag. */
export type Prepared = ReturnType<typeof prepare>;

/**
 * Prepares a body for many responses. Another thread compresses it on first use, once for each encoding; never if `use`
 * is null.
 */
export function prepare(body: string | Encoded, use: Use | null) {
  const encoded: Partial<Record<Encoding, Promise<Encoded>>> = {};
  const encode =
    use === null
      ? null
      : (encoding: Encoding) => (encoded[encoding] ??= encodedOffThread(body, encoding, use));
  return { body, etag: etagOf(body), encode };
}

function brotliOptions(quality: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
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
