/** A colour with so much of another one in it. Both may be custom properties, and `share` any percentage. */
export const mixed = (colour: string, other: string, share: string): string =>
  `color-mix(in srgb,${colour},${other} ${share})`;

/** A colour of which so much is seen. */
export const faint = (colour: string, share: string): string => mixed("#0000", colour, share);
