import { html, render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import type { TemplateResult } from "lit";
import { paletteStyle } from "../../../src/look/palette-style.ts";
import { inlineHash, policy } from "../../http/content-security-policy.ts";
import type { Directives } from "../../http/content-security-policy.ts";
import { NO_SNIFFING, NOT_STORED } from "../../http/headers.ts";
import { timeText } from "../../store/stored-value.ts";
import { textRows } from "../list.ts";
import type { List } from "../list.ts";
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

/** How cells become links. */
export interface LinkRules {
  /** What a transaction's hash is put behind. */
  readonly explorerUrl: string;
  /** The columns that the page says already. */
  readonly without?: readonly string[];
}

const RIGHT = /_usdt$|^(usdt|days|sold|keys|loads_30_days|plans|balances|waiting|dismissed|tries)$/;

/** What may be long, and then goes on in a second line. */
const WORDS = new Set(["detail", "reason", "sites", "last_fault"]);
const HASH = /\b[0-9a-f]{64}\b/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/;

/** A list as a table, on a phone with a line for each cell: customers lead to their page, transactions to the explorer. */
export function listTable(
  { columns: all, rows: wide, none }: List,
  { explorerUrl, without = [] }: LinkRules,
): TemplateResult {
  const isShown = (_: unknown, i: number) => !without.includes(all[i] ?? "");
  const columns = all.filter(isShown);
  const rows = wide.map((row) => row.filter(isShown));
  if (rows.length === 0) {
    return html`<p class="none">${none}</p>`;
  }
  const nowAt = columns.indexOf("email_now");
  const cell = (column: string, text: string, row: readonly string[]) => {
    if (text === "") {
      return "";
    }
    switch (column) {
      case "email":
        // An address that was left may be somebody else's by now.
        return (row[nowAt] ?? "") === "" ? customerLink(text) : text;
      case "email_now":
        return customerLink(text);
      case "transaction":
        return html`<a href=${explorerUrl + text} rel="noreferrer" title=${text}
          >${text.slice(0, 8)}…</a
        >`;
      case "sites":
        return html`<span class=${sitesMark(text)}>${text}</span>`;
      case "state":
        return html`<span class=${text === "suspended" ? "wrong" : ""}>${text}</span>`;
      case "detail":
        return html`<span title=${text}
          >${text.replace(HASH, (hash) => `${hash.slice(0, 8)}…`)}</span
        >`;
      case "account":
        return html`<span title=${text}>${text.slice(0, 8)}…</span>`;
      default:
        return INSTANT.test(text)
          ? html`<time datetime=${text}>${minuteOf(Date.parse(text))}</time>`
          : text;
    }
  };
  const head = columns.map((column) => html`<th class=${sideOf(column)}>${headOf(column)}</th>`);
  const body = textRows(rows).map(
    (row) =>
      html`<tr>
        ${row.map((text, i) => {
          const column = columns[i] ?? "";
          const kind = text === "" ? "empty" : sideOf(column);
          return html`<td class=${kind} data-label=${headOf(column)}>
            ${cell(column, text, row)}
          </td>`;
        })}
      </tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

/** The mark of sites where one key names none: as on the customer's own page, that is to be looked at. */
export function sitesMark(sites: string): string {
  return /^any\b/.test(sites) ? "waits" : "";
}

/** A customer's address, which leads to their page. */
export function customerLink(email: string): TemplateResult {
  return html`<a href=${`/owner/customer/?${new URLSearchParams({ email })}`}>${email}</a>`;
}

/** Where a column's name for programs says little to people. */
const HEADS: Readonly<Record<string, string>> = {
  became: "Outcome",
  loads_30_days: "Opened in 30 days",
  signed_in: "Last sign-in",
};

function headOf(column: string): string {
  const known = HEADS[column];
  if (known !== undefined) {
    return known;
  }
  const words = column
    .replace(/_?usdt$/, " USDT")
    .replaceAll("_", " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sideOf(column: string): string {
  if (WORDS.has(column)) {
    return "words";
  }
  return RIGHT.test(column) ? "right" : "";
}

/** The choices over a list, and the list as a file. */
export function csvLink(
  path: string,
  query: Readonly<Record<string, string>> = {},
): TemplateResult {
  return html`<a class="csv" href=${`${path}?${new URLSearchParams({ ...query, csv: "1" })}`}
    >CSV</a
  >`;
}

/** A name, what stands under it, and its mark or width. */
export type Fact = readonly [name: string, value: string, kind?: string];

/** Facts beside one another. */
export function factList(facts: readonly Fact[]): TemplateResult {
  return html`<dl class="facts">
    ${facts.map(
      ([name, value, kind = ""]) =>
        html`<div class=${kind === "wide" ? kind : ""}>
          <dt>${name}</dt>
          <dd class=${kind === "wide" ? "" : kind}>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The UTC day of an instant. */
export function dayOf(ms: number): string {
  return timeText(ms, (iso) => iso.slice(0, 10));
}

/** An instant to the minute, in UTC. */
export function minuteOf(ms: number): string {
  return timeText(ms, (iso) => `${iso.slice(0, 16).replace("T", " ")} UTC`);
}
