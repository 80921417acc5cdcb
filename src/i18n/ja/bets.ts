import type { BetsWords } from "../bets-words.ts";

export const words: BetsWords = {
  spots: "ベットエリア",
  all: "全体のベット",
  own: "あなたのベット",
  win: "払い戻し",
  unpaid: "今回は的中なし",
};
