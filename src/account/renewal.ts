import type { AccountWords } from "../i18n/words.ts";
import type { LastPlan } from "./billing-data.ts";

/** What renewing buys and costs, or that it buys another plan. */
export function renewal({ name, sold }: LastPlan, { plans }: AccountWords): string {
  return sold === null ? plans.retired(name) : plans.renews(sold.name, sold.price);
}
