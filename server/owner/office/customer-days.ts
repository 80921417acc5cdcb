import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { parseDays } from "../../access/end-date.ts";
import { ReviewError } from "../../payment/errors.ts";
import { tryOut } from "../../payment/trial.ts";
import { serialized } from "../../store/serialized.ts";
import type { Customer } from "../customers.ts";
import { giveDaysWithin, takeDaysWithin } from "../days.ts";
import type { OfficeContext } from "./context.ts";
import { actForm, reasonField } from "./form-parts.ts";
import type { View } from "./page.ts";
import { questionView, termFacts } from "./question.ts";
import { TRY } from "./typed.ts";
import type { Typed } from "./typed.ts";

/* Giving a customer days, and taking them: first it is shown what that does, then it is done. */

const DAY_MS = 86_400_000;

/** What the form for days asks for. */
interface DaysForm {
  readonly act: "give" | "take";
  readonly email: string;
  /** As it was typed. */
  readonly days: string;
  readonly reason: string;
}

/** The form that asks what days would do. */
export function daysCard(action: string, typed: Typed): TemplateResult {
  const kept = typed.into(["give", "take"]);
  return html`<details class="card" ?open=${kept.isHere}>
    <summary>Give or take days…</summary>
    ${actForm(
      kept,
      action,
      html`<label
          >Days<input
            class="short"
            name="days"
            inputmode="numeric"
            required
            value=${kept.value("days")} /></label
        >${reasonField(kept)}
        <button name="do" value=${`${TRY}give`}>Give…</button>
        <button class="second" name="do" value=${`${TRY}take`}>Take…</button>`,
    )}
  </details>`;
}

/** What days would do, and the button that does it. */
export async function daysView(
  context: OfficeContext,
  { isSuspended, keys, plan }: Customer,
  form: DaysForm,
  action: string,
  nowMs: number,
): Promise<View> {
  const { act, email, reason } = form;
  const trial = await tryOut(context.store, daysWith(context, form, nowMs));
  const days = parseDays(form.days);
  const { endedAtMs, endsAtMs } = trial;
  const words = days === 1 ? "1 day" : `${days} days`;
  const isAll = act === "take" && (endedAtMs ?? 0) - endsAtMs < days * DAY_MS;
  const cautions = [
    isAll ? "Fewer are left: all of them are taken." : "",
    endsAtMs <= nowMs ? "Its keys open nothing from then on." : "",
    act === "give" && isSuspended ? "It is suspended: its keys open nothing until that ends." : "",
  ];
  return questionView({
    title: act === "give" ? `Give ${words}?` : `Take ${words}?`,
    facts: [
      ["Customer", email, "wide"],
      ["Plan", plan ?? "none", "wide"],
      ...termFacts(trial, nowMs),
      ...(act === "give" && endedAtMs === null && keys === 0
        ? [["Key", "gets its first one", "wide"] as const]
        : []),
      ["Reason", reason, "wide"],
    ],
    caution: cautions.filter(Boolean).join(" "),
    action,
    fields: { days: form.days, reason, shown: String(endedAtMs) },
    act,
    yes: act === "give" ? `Give ${words} to ${email}` : `Take ${words} from ${email}`,
    no: act === "give" ? "Back, without giving" : "Back, without taking",
  });
}

/** Gives or takes them, if the customer's time still ends when the page said so. */
export function changeDays(
  context: OfficeContext,
  form: DaysForm,
  shown: string,
  nowMs: number,
): Promise<void> {
  const work = daysWith(context, form, nowMs);
  return serialized(context.store, async (within) => {
    const { endedAtMs } = await work(within);
    if (String(endedAtMs) !== shown) {
      throw new ReviewError(
        "Nothing was changed: the customer's time ends at another moment than the page showed.",
      );
    }
  });
}

function daysWith(
  { vault }: OfficeContext,
  { act, email, days: typed, reason }: DaysForm,
  nowMs: number,
): Parameters<typeof tryOut>[1] {
  const order = { email, days: parseDays(typed), reason };
  return act === "give"
    ? (within) => giveDaysWithin(within, vault, order, nowMs)
    : (within) => takeDaysWithin(within, order, nowMs);
}
