import type { FactsWords } from "../words.ts";

export const words: FactsWords = {
  last: "上一局",
  wins: "{side}：最近{of}局中{times}局",
  podiums: "{side}：最近{of}局中{times}局進入前三",
  longestToday: "今日最長連勝：{side} {length}局",
  longest: "最近{of}局最長連勝：{side} {length}局",
  ahead: "{side}跑贏{behind}：最近{of}局中{times}局",
  rare: { tie: "上次和局", suitedTie: "上次同花和", bothPairs: "上次雙方對子" },
  ago: "#局前",
  fixed: "本局種子已鎖定：{hash}…",
  anew: "每一局都重新開始。",
  next: "下一則",
  hide: "隱藏",
};
