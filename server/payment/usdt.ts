/** A sum in millionths of a USDT, the token's own unit: whole, and below 2^53 (9 billion USDT). */
export type MicroUsdt = number;

const DECIMALS = 6;
const MICRO = 10 ** DECIMALS;
/** What people read at least: 30.50, not 30.5. */
const SHOWN_DECIMALS = 2;
const SUM = /^(\d{1,7})(?:\.(\d{1,6}))?$/;

/** A sum as it is written, with a point, such as 30 or 79.5; undefined when it is none, or nothing. */
export function parseUsdt(text: string): MicroUsdt | undefined {
  const [, whole, fraction = ""] = SUM.exec(text) ?? [];
  const micro = Number(whole) * MICRO + Number(fraction.padEnd(DECIMALS, "0"));
  return micro > 0 ? micro : undefined;
}

/** A sum to be read and copied: without grouping, and with no zeros at the end but the cents'. */
export function formatUsdt(micro: MicroUsdt | bigint): string {
  const digits = String(micro).padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "").padEnd(SHOWN_DECIMALS, "0");
  return `${digits.slice(0, -DECIMALS)}.${fraction}`;
}
