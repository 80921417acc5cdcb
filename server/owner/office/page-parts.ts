import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { timeText } from "../../store/stored-value.ts";

/** The mark of sites where one key names none: as on the customer's own page, that is to be looked at. */
export function sitesMark(sites: string): string {
  return /^any\b/.test(sites) ? "waits" : "";
}

/** A customer's address, which leads to their page. */
export function customerLink(email: string): TemplateResult {
  return html`<a href=${`/owner/customer/?${new URLSearchParams({ email })}`}>${email}</a>`;
}

/** The list of a page, as a file. */
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
