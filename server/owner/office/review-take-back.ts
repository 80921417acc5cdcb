import { unassignWithin } from "../../payment/assign.ts";
import { ReviewError } from "../../payment/errors.ts";
import { tryOut } from "../../payment/trial.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import type { View } from "./page.ts";
import { questionView, termFacts } from "./question.ts";
import { REVIEW } from "./review-credit.ts";

/* Taking back what was credited by hand: first it is shown what that does, then it is done. */

/** What taking a payment back would do, and the button that does it. */
export async function takeBackView(store: Store, id: string, nowMs: number): Promise<View> {
  const trial = await tryOut(store, (within) => unassignWithin(within, id, nowMs));
  const { email, plan, days, amount, endedAtMs, endsAtMs } = trial;
  return questionView({
    title: `Take back ${formatUsdt(amount)} USDT?`,
    facts: [
      ["Customer", email ?? "(deleted)", "wide"],
      ["Plan", plan === `${days} days` ? plan : `${plan}, ${days} days`, "wide"],
      ...termFacts(trial, nowMs),
      ["The payment", "waits in the review again", "wide"],
    ],
    caution:
      endsAtMs > nowMs ? "" : "Nothing else is paid for: its keys open nothing from then on.",
    action: REVIEW,
    fields: { id, shown: String(endedAtMs) },
    act: "unassign",
    yes: `Take ${plan} back from ${email ?? "(deleted)"}`,
    no: "Back, without taking it back",
  });
}

/** Takes it back, if the customer's time still ends when the page said so. */
export function takeBack(store: Store, id: string, shown: string, nowMs: number): Promise<void> {
  return serialized(store, async (within) => {
    const { endedAtMs } = await unassignWithin(within, id, nowMs);
    if (String(endedAtMs) !== shown) {
      throw new ReviewError(
        "Nothing was taken back: the customer's time ends at another moment than the page showed.",
      );
    }
  });
}
