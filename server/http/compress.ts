import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { BrotliOptions } from "node:zlib";
import type { H3Event } from "h3";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip";

/** The best of our encodings that the client accepts; undefined if it accepts none. */
export function encodingFor(event: H3Event): Encoding | undefined {
  const accepted = new Negotiator({
    headers: { "accept-encoding": event.req.headers.get("accept-encoding") ?? "" },
  }).encodings();
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding));
}

/** Minimum characters to compress: shorter bodies fit in one packet anyway. */
const MIN_COMPRESSED_CHARS = 1_000;

export type Encoded = Uint8Array<ArrayBuffer>;

/**
 * Returns text as the body of a response, compressed if the client accepts it. `encode` can supply a cached result,
 * or encode on another thread.
 *
 * A body must not contain both a secret and input from the request: its compressed length would reveal the secret.
 */
export function compressed<T = Encoded>(
  event: H3Event,
  text: string,
  encode: (encoding: Encoding) => Encoded | T = (encoding) => compressText(text, encoding),
): string | Encoded | T {
  const { headers } = event.res;
  headers.append("vary", "accept-encoding");
  const encoding = encodingFor(event);
  if (encoding === undefined || text.length < MIN_COMPRESSED_CHARS) {
    return text;
  }
  headers.set("content-encoding", encoding);
  return encode(encoding);
}

/** A page of 30 KB takes a third of a millisecond; the next quality levels take 15 times as long to save 3 %. */
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
 * "once" takes a third of the work, for 50 % more bytes; "always" is one level below the best, which takes three times
 * as long to save one percent.
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

/** Compresses a body on another thread when it is first needed, once for each encoding. */
export function encodedOnce(
  text: string | Uint8Array,
  use: Use,
): (encoding: Encoding) => Promise<Encoded> {
  const encoded: Partial<Record<Encoding, Promise<Encoded>>> = {};
  return (encoding) => (encoded[encoding] ??= encodedOffThread(text, encoding, use));
}

function brotliOptions(quality: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}
