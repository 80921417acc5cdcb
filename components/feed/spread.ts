/** Where all viewers have the same reason to ask, they ask within this time and not at once, in ms. */
export const SPREAD_MS = 2_000;
