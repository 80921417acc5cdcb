import { encode } from "uqr";

/** A QR code as an SVG path of unit squares, in a square of `size` units. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/**
 * The QR code of an invoice. It holds the bare address: no format that includes the amount is read by
 * all wallets.
 */
export function invoiceQr(address: string): QrCode {
  const { size, data } = encode(address, { ecc: "M", border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join("") };
}
