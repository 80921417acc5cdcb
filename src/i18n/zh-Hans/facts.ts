import type { FactsWords } from "../words.ts";

export const words: FactsWords = {
  last: "上一局",
  wins: "{side}：最近{of}局中{times}局",
  podiums: "{side}：最近{of}局中{times}局进入前三",
  longestToday: "今日最长连胜：{side} {length}局",
  longest: "最近{of}局最长连胜：{side} {length}局",
  ahead: "{side}跑赢{behind}：最近{of}局中{times}局",
  rare: { tie: "上次和局", suitedTie: "上次同花和", bothPairs: "上次双方对子" },
  ago: "#局前",
  fixed: "本局种子已锁定：{hash}…",
  anew: "每一局都重新开始。",
  next: "下一条",
  hide: "隐藏",
};
