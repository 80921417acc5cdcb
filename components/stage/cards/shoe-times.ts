/** When the cut card comes out of the shoe, and when another shoe is brought and cut, in ms of phase `betting`: after the words that open the bets. */
export const CUT_MS = { at: 1_300, out: 620 } as const;
export const SHOE_MS = {
  at: 1_300,
  away: 700,
  backAt: 2_500,
  back: 800,
  cutAt: 3_800,
  cut: 620,
} as const;
