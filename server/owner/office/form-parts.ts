import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { TYPED_ID } from "./typed.ts";
import type { KeptForm } from "./typed.ts";

/* What many forms of the office have. */

/** A form that stands in a row. The one that was sent can be led to. */
export function actForm(
  { isHere }: KeptForm,
  action: string,
  parts: TemplateResult,
): TemplateResult {
  return isHere
    ? html`<form class="act sent" id=${TYPED_ID} method="post" action=${action}>${parts}</form>`
    : html`<form class="act" method="post" action=${action}>${parts}</form>`;
}

/** Why something is done, for the trail. */
export function reasonField({ value }: KeptForm): TemplateResult {
  return html`<label
    >Reason<input class="long" name="reason" required maxlength="300" value=${value("reason")}
  /></label>`;
}
