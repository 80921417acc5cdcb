import { DAY_MS } from "../../src/round/phases.ts";
import { InvalidInput } from "./invalid-input.ts";

const MAX_DAYS = 3660;
const UTC = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;

/** @throws InvalidInput unless `days` is a whole number from 1 to 3660. */
export function endAfterDays(fromMs: number, days: number): number {
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) {
    throw new InvalidInput(`The number of days must be a whole number from 1 to ${MAX_DAYS}.`);
  }
  return fromMs + days * DAY_MS;
}

/**
 * Parses a typed number of days. Accepts only plain digits, not `1e1`, `0x10` or `1.0`.
 *
 * @throws InvalidInput unless it is a whole number from 1 to 3660.
 */
export function parseDays(text: string): number {
  const days = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  endAfterDays(0, days);
  return days;
}

/**
 * Parses a UTC date (its first instant) or a UTC time into epoch ms.
 *
 * @throws InvalidInput for any other text, or a date that does not exist.
 */
export function parseInstant(text: string): number {
  const ms = UTC.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse reads some impossible dates, such as 30 February, as days of the next month.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text.slice(0, 10))) {
    throw new InvalidInput(
      `"${text}" is not a date such as 2031-12-31 or a time such as 2031-12-31T18:00:00Z.`,
    );
  }
  return ms;
}
