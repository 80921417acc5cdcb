import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { BrotliOptions } from "node:zlib";
import type { H3Event } from "h3";
import Negotiator from "negotiator";

/** An encoding of an answer's bytes that we know. */
export type Encoding = "br" | "gzip";

/** The smallest encoding that the client takes; undefined when it takes none of ours. */
export function encodingFor(event: H3Event): Encoding | undefined {
  const accepted = new Negotiator({
    headers: { "accept-encoding": event.req.headers.get("accept-encoding") ?? "" },
  }).encodings();
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding));
}

/** Shorter texts fill one packet either way. */
export const WORTHWHILE = 1_000;

/** Bytes in an encoding. */
export type Encoded = Uint8Array<ArrayBuffer>;

/**
 * Text as the body of an answer: compressed if the client takes that. What was encoded before, or is
 * encoded aside, can be given by `encode`.
 *
 * Only for texts without a secret beside what the request's address put there: the compressed length
 * would give the secret away.
 */
export function compressed<T = Encoded>(
  event: H3Event,
  text: string,
  encode: (encoding: Encoding) => Encoded | T = (encoding) => encoded(text, encoding),
): string | Encoded | T {
  const { headers } = event.res;
  headers.append("vary", "accept-encoding");
  const encoding = encodingFor(event);
  if (encoding === undefined || text.length < WORTHWHILE) {
    return text;
  }
  headers.set("content-encoding", encoding);
  return encode(encoding);
}

/** A page of 30 KB takes a third of a millisecond; the next steps take 15 times that for 3 % less. */
const QUALITY = 5;

/** A text in an encoding. */
function encoded(text: string, encoding: Encoding): Encoded {
  return Uint8Array.from(
    encoding === "br" ? brotliCompressSync(text, brotliOptions(QUALITY)) : gzipSync(text),
  );
}

const brotliAside = promisify(brotliCompress);
const gzipAside = promisify(gzip);

/** How much care is taken of a text that is sent once: a third of the work, for half as many bytes again. */
const ONCE = { br: 1, gzip: 1 } as const;

/** A text in an encoding, made by another thread; for one that is sent once, quickly. */
export async function encodedAside(
  text: string | Uint8Array,
  encoding: Encoding,
  isKept: boolean,
  quality = QUALITY,
): Promise<Encoded> {
  const bytes =
    encoding === "br"
      ? await brotliAside(text, brotliOptions(isKept ? quality : ONCE.br))
      : await gzipAside(text, isKept ? {} : { level: ONCE.gzip });
  return Uint8Array.from(bytes);
}

function brotliOptions(quality: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}
