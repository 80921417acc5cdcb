import type { H3Event } from "h3";
import { readText } from "../http/read-text.ts";
import { formCutOff, formTooLong, notAForm, unreadableText } from "../http/refusal.ts";

/** Longer than our longest form, the list of fifty sites. */
const MAX_BYTES = 20_000;

/**
 * Characters that no field of ours needs and that databases store differently: control characters other
 * than tabs and line breaks, lone surrogates, and the replacement character for bytes that were not UTF-8.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for.
const UNREADABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]|\p{Cs}/u;

/**
 * The fields of a form. Throws a refusal: 413 when it is too long, 415 for another content type, 400
 * when it was cut off or is not text.
 */
export async function readForm(event: H3Event): Promise<URLSearchParams> {
  const type = event.req.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) {
    throw notAForm();
  }
  return readFields(new URLSearchParams(await bodyOf(event)));
}

/**
 * The fields of a form or query in Unicode's form NFKC: many type digits and letters in full width. Throws a
 * refusal with status 400 when one is not text.
 */
export function readFields(fields: URLSearchParams): URLSearchParams {
  const read = new URLSearchParams();
  for (const [name, value] of fields) {
    if (UNREADABLE.test(name) || UNREADABLE.test(value)) {
      throw unreadableText();
    }
    read.append(name, value.normalize("NFKC"));
  }
  return read;
}

async function bodyOf({ req }: H3Event): Promise<string> {
  try {
    return await readText(req, MAX_BYTES);
  } catch (error) {
    // Anything else is a fault of the connection: the client has gone.
    throw error instanceof RangeError ? formTooLong() : formCutOff();
  }
}
