import type { BetsWords } from "../bets-words.ts";

export const words: BetsWords = {
  spots: "Area taruhan",
  all: "total taruhan",
  own: "taruhan Anda",
  win: "Anda terima",
  unpaid: "Tidak menang",
  net: "Ronde ini #",
  won: "Menang #",
  back: "Kembali #",
};
