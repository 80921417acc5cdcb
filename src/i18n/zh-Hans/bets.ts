import type { BetsWords } from "../words.ts";

export const words: BetsWords = {
  spots: "投注区",
  missed: "请点按标出的区域下注",
  all: "总投注",
  own: "我的投注",
  win: "派彩",
  unpaid: "本局未赢",
  net: "本局 #",
  won: "赢 #",
  back: "退回 #",
};
