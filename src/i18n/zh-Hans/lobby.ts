import type { LobbyWords } from "../words.ts";

export const words: LobbyWords = {
  lang: "zh-Hans",
  title: "桌台",
  open: "打开{game}",
  back: "所有桌台",
  badges: {
    streak: "{side}长龙 #",
    "ping-pong": "单跳 ×#",
    double: "双跳 ×#",
    "one-two": "一厅两房 ×#",
    wins: "{side}#连胜",
    podiums: "{side}连续#次前三",
  },
  independence: "每局重新开始，好路不预示下一局的结果。",
};
