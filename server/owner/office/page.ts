import { html, render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import type { TemplateResult } from "lit";
import { paletteStyle } from "../../../src/look/palette-style.ts";
import { inlineHash, policy } from "../../http/content-security-policy.ts";
import type { Directives } from "../../http/content-security-policy.ts";
import { NO_SNIFFING, NOT_STORED } from "../../http/headers.ts";
import { officeStyle } from "./style.ts";
import { TYPED_ID } from "./typed.ts";

/** What a page of the back office shows. */
export interface View {
  readonly title: string;
  /** What the title says of the service; nothing where it says nothing. */
  readonly soundness?: "well" | "waits" | "wrong";
  readonly body: TemplateResult;
}

/** What stands on top of a page: what was done, or why not. */
export interface Notice {
  readonly isGood: boolean;
  readonly text: string;
  /** Whether the form that it is about stands on the page, with what was typed. */
  readonly hasForm?: boolean;
}

/** The pages that are named in the head of each, and those that one of them leads to. */
const PLACES = [
  ["/owner/", "Overview"],
  ["/owner/customers/", "Customers"],
  ["/owner/payments/", "Payments"],
  ["/owner/review/", "Review"],
  ["/owner/books/", "Books"],
  ["/owner/plans/", "Plans"],
  ["/owner/games/", "Games"],
  ["/owner/people/", "People"],
  ["/owner/trail/", "Trail"],
] as const;

const WITHIN: Readonly<Record<string, string>> = {
  "/owner/customer/": "/owner/customers/",
  "/owner/mails/": "/owner/",
};

const DIRECTIVES: Directives = {
  "default-src": ["'none'"],
  "style-src": [inlineHash(paletteStyle + officeStyle)],
  "img-src": ["data:"],
  "form-action": ["'self'"],
  "base-uri": ["'none'"],
  "frame-ancestors": ["'none'"],
};
export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  ...NOT_STORED,
  ...NO_SNIFFING,
  // With `no-referrer` browsers would send forms with the origin `null`. The invitation's token stays here.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "content-security-policy": policy(DIRECTIVES),
} as const;

/** A whole page. @param email who is signed in; null: nobody, and no page is named. */
export async function pageHtml(
  { title, soundness, body }: View,
  place: string,
  email: string | null,
  notice: Notice | null,
): Promise<string> {
  const places = email === null ? [] : PLACES;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · Tableside back office</title>
        STYLE
      </head>
      <body>
        <header>
          <strong>Tableside</strong>
          <nav aria-label="Pages">
            ${places.map(
              ([path, name]) =>
                html`<a
                  href=${path}
                  aria-current=${path === place ? "page" : String(path === WITHIN[place])}
                  >${name}</a
                >`,
            )}
          </nav>
          ${
            email === null
              ? ""
              : html`<form method="post" action="/owner/sign-out/">
                  <span>${email}</span><button class="quiet">Sign out</button>
                </form>`
          }
        </header>
        <main>
          <h1 class=${soundness ?? ""}>${title}</h1>
          ${
            notice === null
              ? ""
              : html`<p class=${notice.isGood ? "notice good" : "notice bad"} role="status">
                  ${notice.text}
                  ${notice.hasForm === true ? html`<a href=${`#${TYPED_ID}`}>To the form</a>` : ""}
                </p>`
          }
          ${body}
        </main>
      </body>
    </html>`;
  const text = await collectResult(render(page));
  // No value can stand in a style element of a template, and nothing strange stands before this one.
  return text.replace("STYLE", () => `<style>${paletteStyle + officeStyle}</style>`);
}
