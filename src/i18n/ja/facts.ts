import type { FactsWords } from "../words.ts";

export const words: FactsWords = {
  last: "前回のラウンド",
  wins: "{side}：直近{of}回中{times}回",
  podiums: "{side}：直近{of}回中{times}回3着以内",
  longestToday: "本日の最長連勝：{side} {length}回",
  longest: "直近{of}回の最長連勝：{side} {length}回",
  ahead: "{side}が{behind}より先着：直近{of}回中{times}回",
  rare: { tie: "前回のタイ", suitedTie: "前回の同スートのタイ", bothPairs: "前回の両ペア" },
  ago: "#ラウンド前",
  fixed: "このラウンドのシードは確定済み：{hash}…",
  anew: "毎ラウンド、新しく始まります。",
  next: "次へ",
  hide: "非表示",
};
