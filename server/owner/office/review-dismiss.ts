import { html } from "@lit-labs/ssr";
import { listReview, unknownCase } from "../../payment/review.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { OfficeContext, OfficeRequest } from "./context.ts";
import type { View } from "./page.ts";
import { answerForm } from "./question.ts";
import { transferOf, TYPED_FIELDS } from "./review-cards.ts";
import { REVIEW } from "./review-credit.ts";

/** What dismissing a payment does, which nobody can undo, and the button that does it. */
export async function dismissView(
  { store, explorerUrl }: OfficeContext,
  field: OfficeRequest["field"],
): Promise<View> {
  const id = field("id");
  const found = (await listReview(store)).find(
    (each) =>
      each.id === id || each.claims.some((claim) => claim.id === id && claim.state === "review"),
  );
  if (found === undefined) {
    throw unknownCase(id);
  }
  return {
    title: `Dismiss ${formatUsdt(found.paid)} USDT?`,
    body: html`
      <p>
        Nothing has been done yet. It will leave this list for good, and nothing is credited or paid
        back by it: whoever sent it gets nothing unless you send it back yourself.
      </p>
      <section class="card">${transferOf(found, explorerUrl)}</section>
      ${answerForm({
        action: REVIEW,
        // Whoever goes back finds what they had typed into the form.
        fields: Object.fromEntries(TYPED_FIELDS.map((name) => [name, field(name)])),
        act: "dismiss",
        yes: "Dismiss it",
        no: "Back, without dismissing",
      })}
    `,
  };
}
