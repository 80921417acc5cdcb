import { CENT, parseUsdt } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/** A plan on sale: a number of days for a price. */
export interface Plan {
  /** Unique among the plans. */
  readonly name: string;
  /** 1 to 3660. */
  readonly days: number;
  /** More than a cent, since less than a cent is let off. */
  readonly price: MicroUsdt;
}

/** The settings that payments need. */
export interface PaymentTerms {
  /** Those of the settings: what is sold is in the catalog. */
  readonly plans: readonly Plan[];
  /** The USDT contract of the network in use, as people write it. */
  readonly contract: string;
  /** Where payments go, as people write them. Empty: nothing is sold. */
  readonly addresses: readonly string[];
}

/** What the owner set for payments that are not exactly what an invoice asks for. */
export interface PaymentRules {
  /** Those of the settings: what is sold is in the catalog. */
  readonly plans: readonly Plan[];
  /** What becomes of what was paid too much. */
  readonly overpaid: "balance" | "days";
  /** Whether a late payment buys the plan at the price of the moment it was sent, or a person decides. */
  readonly late: "credit" | "review";
}

const MAX_DAYS = 3660;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} -]{0,29}$/u;
const ENTRY = /^([^:]+):(\d{1,4}):([\d.]+)$/;

/** Whether a plan can be called that. It has no space at its ends, and no sign that separates plans in the settings. */
export function isPlanName(text: string): boolean {
  return NAME.test(text) && text === text.trim();
}

/** Reads plans such as `30 days:30:49, Year:365:490`; undefined unless all are valid. */
export function parsePlans(text: string): Plan[] | undefined {
  const plans = text.split(",").map((entry) => parsePlan(entry.trim()));
  const whole = plans.filter((plan) => plan !== undefined);
  const names = new Set(whole.map(({ name }) => name));
  return whole.length === plans.length && names.size === plans.length ? whole : undefined;
}

function parsePlan(entry: string): Plan | undefined {
  const [, typed = "", digits, sum = ""] = ENTRY.exec(entry) ?? [];
  const [name, days, price = 0] = [typed.trim(), Number(digits), parseUsdt(sum)];
  const isSound = isPlanName(name) && days >= 1 && days <= MAX_DAYS && price > CENT;
  return isSound ? { name, days, price } : undefined;
}
