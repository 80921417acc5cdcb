import type { BetsWords } from "../words.ts";

export const words: BetsWords = {
  spots: "Ô cược",
  missed: "Hãy nhấn vào ô được đánh dấu để cược",
  all: "tổng cược",
  own: "cược của bạn",
  win: "bạn nhận",
  unpaid: "Không thắng",
  net: "Ván này #",
  won: "Thắng #",
  back: "Hoàn #",
};
