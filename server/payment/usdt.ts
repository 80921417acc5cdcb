/** An amount in millionths of a USDT, the token's own unit: a whole number below 2^53 (9 billion USDT). */
export type MicroUsdt = number;

export const CENT: MicroUsdt = 10_000;

const DECIMALS = 6;
const MICRO = 10 ** DECIMALS;
/** Minimum decimals when formatting: 30.50, not 30.5. */
const SHOWN_DECIMALS = 2;
const AMOUNT = /^(\d{1,7})(?:\.(\d{1,6}))?$/;

/** Parses an amount such as 30 or 79.5; undefined for zero or anything else. */
export function parseUsdt(text: string): MicroUsdt | undefined {
  const [, whole, fraction = ""] = AMOUNT.exec(text) ?? [];
  const micro = Number(whole) * MICRO + Number(fraction.padEnd(DECIMALS, "0"));
  return micro > 0 ? micro : undefined;
}

/** Formats the amount in a transfer's row; null if there is none. */
export function formatFound(stored: string | null): string | null {
  return stored && formatUsdt(BigInt(stored));
}

/** Formats an amount to read and copy: no grouping, at least two decimals, no further trailing zeros. */
export function formatUsdt(micro: MicroUsdt | bigint): string {
  const digits = String(micro).padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "").padEnd(SHOWN_DECIMALS, "0");
  return `${digits.slice(0, -DECIMALS)}.${fraction}`;
}
