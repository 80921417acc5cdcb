/** A `#rrggbb` so many times as bright. */
export const brighter = (colour: string, times: number): string =>
  colour.replace(/[\da-f]{2}/gi, (part) =>
    Math.min(255, Math.round(Number.parseInt(part, 16) * times))
      .toString(16)
      .padStart(2, "0"),
  );

/** A colour with so much of another one in it. Both may be custom properties, and `share` any percentage. */
export const mixed = (colour: string, other: string, share: string): string =>
  `color-mix(in srgb,${colour},${other} ${share})`;

/** A colour of which so much is seen. */
export const faint = (colour: string, share: string): string => mixed("#0000", colour, share);
