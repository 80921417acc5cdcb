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
  /** Whether its forms ask for passkeys. */
  readonly hasScript?: boolean;
  /** What the browser is to keep. */
  readonly cookies?: readonly string[];
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

export const SCRIPT = "/owner/passkeys.js";

const DIRECTIVES: Directives = {
  "default-src": ["'none'"],
  "style-src": [inlineHash(paletteStyle + officeStyle)],
  "img-src": ["data:"],
  "form-action": ["'self'"],
  "base-uri": ["'none'"],
  "frame-ancestors": ["'none'"],
};
/** The one script of the office, and what it asks for. */
const SCRIPTED: Directives = {
  ...DIRECTIVES,
  "script-src": ["'self'"],
  "connect-src": ["'self'"],
};

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  ...NOT_STORED,
  ...NO_SNIFFING,
  // With `no-referrer` browsers would send forms with the origin `null`. The invitation's token stays here.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** The headers of a page. Most have no script at all. */
export function pageHeaders({ hasScript = false, cookies = [] }: View): Headers {
  const headers = new Headers({
    ...PAGE_HEADERS,
    "content-security-policy": policy(hasScript ? SCRIPTED : DIRECTIVES),
  });
  for (const cookie of cookies) {
    headers.append("set-cookie", cookie);
  }
  return headers;
}

/** A whole page. @param email who is signed in; null: nobody, and no page is named. */
export async function pageHtml(
  { title, soundness, body, hasScript = false }: View,
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
        STYLE ${hasScript ? html`<script type="module" src="/owner/passkeys.js"></script>` : ""}
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
                  <a href="/owner/passkeys/">${email}</a><button class="quiet">Sign out</button>
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
