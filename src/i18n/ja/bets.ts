import type { BetsWords } from "../words.ts";

export const words: BetsWords = {
  spots: "ベットエリア",
  missed: "印のある場所を押してベットしてください",
  all: "全体のベット",
  own: "あなたのベット",
  win: "払い戻し",
  unpaid: "的中なし",
  net: "今回 #",
  won: "的中 #",
  back: "# 返還",
};
