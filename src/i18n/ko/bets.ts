import type { BetsWords } from "../words.ts";

export const words: BetsWords = {
  spots: "베팅 구역",
  missed: "표시된 구역을 눌러 베팅하세요",
  all: "전체 베팅",
  own: "내 베팅",
  win: "받는 금액",
  unpaid: "미적중",
  net: "이번 판 #",
  won: "적중 #",
  back: "# 반환",
};
