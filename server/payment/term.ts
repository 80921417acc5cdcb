import { CaseRefused } from "./errors.ts";
import type { Invoice } from "./invoices.ts";
import type { Plan } from "./plan.ts";

/** What a person lets a payment buy: a plan by its name, or days. */
export type BoughtTerm = { readonly plan: string } | { readonly days: number };

/**
 * The plan and days of a term.
 *
 * @param invoice its plan can be named even if it is no longer on sale.
 * @throws CaseRefused when there is no such plan.
 */
export function termOf(
  term: BoughtTerm,
  invoice: Invoice | undefined,
  plans: readonly Plan[],
): { plan: string; days: number } {
  if ("days" in term) {
    return { plan: term.days === 1 ? "1 day" : `${term.days} days`, days: term.days };
  }
  if (term.plan === invoice?.plan) {
    return { plan: invoice.plan, days: invoice.days };
  }
  const found = plans.find(({ name }) => name === term.plan);
  if (found === undefined) {
    const own = invoice === undefined ? [] : [invoice.plan];
    const names = [...new Set([...own, ...plans.map(({ name }) => name)])];
    throw new CaseRefused(
      "no_such_plan",
      `There is no plan ${JSON.stringify(term.plan)}. There is: ${names.join(", ")}.`,
    );
  }
  return { plan: found.name, days: found.days };
}
