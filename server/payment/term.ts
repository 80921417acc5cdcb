import { CaseRefused } from "./errors.ts";
import type { Invoice } from "./invoices.ts";
import type { Plan } from "./plan.ts";

/** What a person lets a payment buy: a plan by its name, or days. */
export type BoughtTerm = { readonly plan: string } | { readonly days: number };

const DAY_MS = 86_400_000;

/** From when until when a purchase runs, epoch ms. */
export interface Term {
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

/**
 * The term that so many days make when they are bought now: after what is paid for already, or at once.
 *
 * @param endedAtMs the end of what is paid for; null: nothing was yet.
 */
export function nextTerm(endedAtMs: number | null, days: number, nowMs: number): Term {
  const startsAtMs = Math.max(nowMs, endedAtMs ?? nowMs);
  return { startsAtMs, endsAtMs: startsAtMs + days * DAY_MS };
}

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
