import type { BetsWords } from "../bets-words.ts";

export const words: BetsWords = {
  spots: "베팅 구역",
  all: "전체 베팅",
  own: "내 베팅",
  win: "받는 금액",
  unpaid: "이번 라운드 미적중",
};
