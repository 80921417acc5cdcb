import type { H3Event } from "h3";
import { isOurForm } from "../../account/csrf.ts";
import { readForm } from "../../account/form-body.ts";
import { HEADERS } from "../../http/headers.ts";
import { foreignForm, formUndated } from "../../http/refusal.ts";
import type { OfficeContext } from "./context.ts";
import { PAGE_HEADERS, pageHtml } from "./page.ts";
import type { Notice, View } from "./page.ts";

/* What the office reads of a request, and answers. */

/** The form of a request, which one of our pages sent while the time is known. */
export async function ourForm(
  event: H3Event,
  { url, isTimeKnown }: Pick<OfficeContext, "url" | "isTimeKnown">,
): Promise<URLSearchParams> {
  if (!isOurForm(event.req.headers, [event.url.origin, url])) {
    throw foreignForm();
  }
  const form = await readForm(event);
  if (!isTimeKnown()) {
    throw formUndated();
  }
  return form;
}

/** The code of a form; apps show a gap in the middle. */
export function codeIn(form: URLSearchParams): string {
  return (form.get("code") ?? "").replaceAll(/\s/g, "");
}

export function isRead({ req }: H3Event): boolean {
  return req.method === "GET" || req.method === "HEAD";
}

/** A page as an answer. @param email who is signed in; null: nobody. */
export async function pageAnswer(
  view: View,
  place: string,
  email: string | null,
  notice: Notice | null,
  status = 200,
): Promise<Response> {
  const text = await pageHtml(view, place, email, notice);
  return new Response(text, { status, headers: PAGE_HEADERS });
}

export function redirect(to: string, cookie?: string): Response {
  const headers = new Headers({ location: to, ...HEADERS.redirect });
  if (cookie !== undefined) {
    headers.append("set-cookie", cookie);
  }
  return new Response(null, { status: 303, headers });
}
