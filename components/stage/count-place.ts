/** Where the number of the last seconds stands, clear of all words, and its height. CSS pixels. */
export interface CountPlace {
  x: number;
  y: number;
  px: number;
}

/** How wide the ring around that number is, in heights of the number. */
export const COUNT_RING = 1.24;
