import type { BetsWords } from "../bets-words.ts";

export const words: BetsWords = {
  spots: "Ô cược",
  all: "tổng cược",
  own: "cược của bạn",
  win: "bạn nhận",
  unpaid: "Ván này không thắng",
};
