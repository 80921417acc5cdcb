import type { TermData } from "../../../src/account/billing-data.ts";
import { nextTerm } from "../../payment/credit.ts";

/**
 * From when until when so many days run that are bought now.
 *
 * @param endedAtMs the end of what is paid for; null: nothing was yet.
 */
export function termData(endedAtMs: number | null, days: number, nowMs: number): TermData {
  const term = nextTerm(endedAtMs, days, nowMs);
  return { ...term, isNext: term.startsAtMs > nowMs };
}
