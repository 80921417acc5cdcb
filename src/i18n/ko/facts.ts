import type { FactsWords } from "../words.ts";

export const words: FactsWords = {
  last: "지난 라운드",
  wins: "{side}: 최근 {of}회 중 {times}회",
  podiums: "{side}: 최근 {of}회 중 {times}회 3위 안",
  longestToday: "오늘 최장 연승: {side} {length}연승",
  longest: "최근 {of}회 최장 연승: {side} {length}연승",
  ahead: "최근 {of}회 중 {times}회 {side}, {behind}보다 앞섬",
  rare: { tie: "마지막 타이", suitedTie: "마지막 수티드 타이", bothPairs: "마지막 양쪽 페어" },
  ago: "#라운드 전",
  fixed: "이번 라운드의 시드는 이미 정해졌습니다: {hash}…",
  anew: "매 라운드는 새로 시작됩니다.",
  next: "다음",
  hide: "숨기기",
};
