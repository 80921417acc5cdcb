import { encode } from "uqr";

/** A QR code as an SVG path of unit squares, in a square of `size` units. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** The QR code that holds a text. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join("") };
}
