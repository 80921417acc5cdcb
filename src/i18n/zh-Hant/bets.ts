import type { BetsWords } from "../words.ts";

export const words: BetsWords = {
  spots: "投注區",
  missed: "請點按標出的區域下注",
  all: "總投注",
  own: "我的投注",
  win: "派彩",
  unpaid: "本局未贏",
  net: "本局 #",
  won: "贏 #",
  back: "退回 #",
};
