import type { H3Event } from "h3";
import { formTooLong, notAForm } from "../refusal.ts";

/** Longer than any form: a list of fifty sites. */
const MAX_BYTES = 20_000;

/** The fields of a form. Throws 413 for more than any of ours holds, 415 for another kind. */
export async function readForm(event: H3Event): Promise<URLSearchParams> {
  const type = event.req.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) {
    throw notAForm();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of event.req.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) {
      throw formTooLong();
    }
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}
