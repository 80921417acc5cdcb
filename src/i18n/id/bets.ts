import type { BetsWords } from "../words.ts";

export const words: BetsWords = {
  spots: "Area taruhan",
  missed: "Tekan area yang ditandai untuk bertaruh",
  all: "total taruhan",
  own: "taruhan Anda",
  win: "Anda terima",
  unpaid: "Tidak menang",
  net: "Ronde ini #",
  won: "Menang #",
  back: "Kembali #",
};
