import type { LobbyWords } from "../words.ts";

export const words: LobbyWords = {
  lang: "zh-Hant",
  title: "桌台",
  open: "開啟{game}",
  back: "所有桌台",
  badges: {
    streak: "{side}長龍 #",
    "ping-pong": "單跳 ×#",
    double: "雙跳 ×#",
    "one-two": "一廳兩房 ×#",
    wins: "{side}#連勝",
    podiums: "{side}連續#次前三",
  },
  independence: "每局重新開始，好路不預示下一局的結果。",
};
