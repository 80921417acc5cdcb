import type { Prize } from "./market.ts";
import type { Paytable } from "./paytable.ts";

const onTie = (prize: Prize): Paytable => ({
  dragontiger: { dragon: { tie: prize }, tiger: { tie: prize } },
});

/** Common paytables that differ from the default; the docs describe them. */
export const variants = {
  /** On a tie, Dragon and Tiger get the whole stake back. */
  "tie-push": onTie("push"),
  /** On a tie, Dragon and Tiger lose the whole stake. */
  "tie-lost": onTie("lost"),
  "tie-11": { dragontiger: { tie: { won: [11, 1] } } },
  /** Odd and even pay even money, and both lose on a seven. */
  "seven-lost": {
    dragontiger: {
      "dragon-odd": { won: [1, 1], seven: "lost" },
      "dragon-even": { won: [1, 1] },
      "tiger-odd": { won: [1, 1], seven: "lost" },
      "tiger-even": { won: [1, 1] },
    },
  },
  /** No commission; a Banker win with six pays half. */
  "super-six": { baccarat: { banker: { won: [1, 1], "won-with-six": [1, 2] } } },
  "tie-9": { baccarat: { tie: { won: [9, 1] } } },
  "pair-12": { baccarat: { "player-pair": { won: [12, 1] }, "banker-pair": { won: [12, 1] } } },
  "big-53": { baccarat: { big: { won: [53, 100] }, small: { won: [29, 20] } } },
} as const satisfies Readonly<Record<string, Paytable>>;
