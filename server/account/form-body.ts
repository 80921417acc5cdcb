import type { H3Event } from "h3";
import { readText } from "../http/read-text.ts";
import { formCutOff, formTooLong, notAForm, unreadableText } from "../http/refusal.ts";

/** Longer than any form: a list of fifty sites. */
const MAX_BYTES = 20_000;

/**
 * What no field of ours holds and no database keeps alike: control characters other than tabs and line
 * breaks, halves of pairs, and what stands for bytes that were no UTF-8.
 */
// oxlint-disable-next-line no-control-regex -- they are what is looked for.
const UNREADABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]|\p{Cs}/u;

/**
 * The fields of a form. Throws 413 for more than any of ours holds, 415 for another kind, 400 for one
 * that was cut off or holds what is no text.
 */
export async function readForm(event: H3Event): Promise<URLSearchParams> {
  const type = event.req.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) {
    throw notAForm();
  }
  const form = new URLSearchParams(await bodyOf(event));
  requireText(form);
  return form;
}

/** Throws 400 where a field, of a form or of an address, holds what is no text. */
export function requireText(fields: URLSearchParams): void {
  for (const [name, value] of fields) {
    if (UNREADABLE.test(name) || UNREADABLE.test(value)) {
      throw unreadableText();
    }
  }
}

async function bodyOf({ req }: H3Event): Promise<string> {
  try {
    return await readText(req, MAX_BYTES);
  } catch (error) {
    // All else that can go wrong is the connection's: whoever sent the form has gone.
    throw error instanceof RangeError ? formTooLong() : formCutOff();
  }
}
