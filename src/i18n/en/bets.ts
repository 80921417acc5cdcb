import type { BetsWords } from "../bets-words.ts";

export const words: BetsWords = {
  spots: "Places for bets",
  all: "all bets",
  own: "your bet",
  win: "you get",
  unpaid: "No win",
  net: "Round #",
  won: "Won #",
  back: "# back",
};
