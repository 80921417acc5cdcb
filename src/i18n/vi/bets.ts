import type { BetsWords } from "../bets-words.ts";

export const words: BetsWords = {
  spots: "Ô cược",
  all: "tổng cược",
  own: "cược của bạn",
  win: "bạn nhận",
  unpaid: "Không thắng",
  net: "Ván này #",
  won: "Thắng #",
  back: "Hoàn #",
};
