import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import type { TermChange } from "../../payment/credit.ts";
import { factList, minuteOf } from "./page-parts.ts";
import type { Fact } from "./page-parts.ts";
import type { View } from "./page.ts";
import { BACK } from "./typed.ts";

/** An act that was tried, which somebody is asked about before it is done. */
interface Question {
  readonly title: string;
  /** What it does. */
  readonly facts: readonly Fact[];
  /** What to look at before saying yes. */
  readonly caution?: TemplateResult | string;
  /** Where the form goes, and what it holds. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The button that does it: the act, and its words. */
  readonly act: string;
  readonly yes: string;
  /** Leads back to the page, where what was typed still stands. */
  readonly no: string;
}

/** What an act does, and the button that does it. */
export function questionView({
  title,
  facts,
  caution = "",
  action,
  fields,
  act,
  yes,
  no,
}: Question): View {
  return {
    title,
    body: html`
      <p>Nothing has been done yet. This is what it will do:</p>
      <section class="card ask">${factList(facts)}</section>
      ${caution === "" ? "" : html`<p class="notice bad">${caution}</p>`}
      ${answerForm({ action, fields, act, yes, no })}
    `,
  };
}

/** The buttons that answer a question: one does it, the other leads back, where what was typed still stands. */
export function answerForm({
  action,
  fields,
  act,
  yes,
  no,
}: Pick<Question, "action" | "fields" | "act" | "yes" | "no">): TemplateResult {
  return html`<form class="act answer" method="post" action=${action}>
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name=${name} value=${value} />`,
    )}
    <button name="do" value=${act}>${yes}</button>
    <button class="quiet" name="do" value=${BACK + act}>${no}</button>
  </form>`;
}

/** Until when a customer's tables open now, and until when they would then. */
export function termFacts(
  { endedAtMs, endsAtMs }: Omit<TermChange, "accountId">,
  nowMs: number,
): Fact[] {
  const until = (ms: number) => `${ms > nowMs ? "until" : "ended"} ${minuteOf(ms)}`;
  return [
    ["Runs now", endedAtMs === null ? "not yet" : until(endedAtMs)],
    ["Runs then", endsAtMs > nowMs ? until(endsAtMs) : "no more"],
  ];
}
