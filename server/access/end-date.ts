import { DAY_MS } from "../../src/round/phases.ts";
import { InvalidInput } from "./invalid-input.ts";

const MAX_DAYS = 3660;
const ISO =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(?<zone>Z|[+-]\d{2}:\d{2})?)?$/;

/** @throws InvalidInput unless `days` is a whole number from 1 to 3660. */
export function endAfterDays(fromMs: number, days: number): number {
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) {
    throw new InvalidInput(`The number of days must be a whole number from 1 to ${MAX_DAYS}.`);
  }
  return fromMs + days * DAY_MS;
}

/**
 * Parses a typed number of days. Accepts plain digits only: `1e1`, `0x10` and `1.0` are refused.
 *
 * @throws InvalidInput unless it is a whole number from 1 to 3660.
 */
export function parseDays(text: string): number {
  const days = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  endAfterDays(0, days);
  return days;
}

/**
 * Parses an ISO date or date-time to epoch ms. A date means its first instant. A text without a zone is read as UTC, so
 * the machine's own zone never decides when a key ends.
 *
 * @throws InvalidInput for any other text, or a date that does not exist.
 */
export function parseInstant(text: string): number {
  const { date, time = "00:00", zone = "Z" } = ISO.exec(text)?.groups ?? {};
  const ms = Date.parse(`${date}T${time}${zone}`);
  // Date.parse reads some impossible dates, such as 30 February, as a day of the next month.
  const onCalendar = date !== undefined && isoDate(Date.parse(`${date}T00:00Z`)) === date;
  if (!onCalendar || Number.isNaN(ms)) {
    throw new InvalidInput(
      `"${text}" is not a date such as 2031-12-31 or a time such as 2031-12-31T18:00:00Z.`,
    );
  }
  return ms;
}

function isoDate(ms: number): string | undefined {
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 10);
}
