import { parseUsdt } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/** What is sold: some days for a price. */
export interface Plan {
  /** Unique among the plans. */
  readonly name: string;
  /** 1 to 3660. */
  readonly days: number;
  readonly price: MicroUsdt;
}

/** What a payment needs besides a plan, from the settings. */
export interface PaymentTerms {
  readonly plans: readonly Plan[];
  /** The contract of USDT on the network in use, as people write it. */
  readonly contract: string;
  /** Where payments go, as people write it; none: nothing is sold. */
  readonly addresses: readonly string[];
}

const MAX_DAYS = 3660;
const ENTRY = /^([\p{L}\p{N}][\p{L}\p{N} -]{0,29}):(\d{1,4}):([\d.]+)$/u;

/** Reads plans such as `30 days:30:49, Year:365:490`; undefined unless all are right. */
export function parsePlans(text: string): Plan[] | undefined {
  const plans = text.split(",").map((entry) => parsePlan(entry.trim()));
  const whole = plans.filter((plan) => plan !== undefined);
  const names = new Set(whole.map(({ name }) => name));
  return whole.length === plans.length && names.size === plans.length ? whole : undefined;
}

function parsePlan(entry: string): Plan | undefined {
  const [, name = "", days, price = ""] = ENTRY.exec(entry) ?? [];
  const plan = { name: name.trim(), days: Number(days), price: parseUsdt(price) };
  return plan.days >= 1 && plan.days <= MAX_DAYS && plan.price !== undefined
    ? { ...plan, price: plan.price }
    : undefined;
}
