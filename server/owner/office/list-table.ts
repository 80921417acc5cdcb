import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { textRows } from "../list.ts";
import type { List } from "../list.ts";
import { customerLink, minuteOf, sitesMark } from "./page-parts.ts";

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
